import type { Session, Sessions } from '../ports.ts';
import type { Db, Item } from '../../platform/dynamo/db.ts';
import { userPartition } from '../../platform/dynamo/key.ts';
import { sessionKey, userSessionKey } from './keys.ts';

/** Signed-in browsers a user may have at once; one more ends the oldest. */
export const MAX_SESSIONS = 10;

const sessionOf = (item: Item): Session => ({
  id: String(item['id']),
  userId: String(item['userId']),
  createdAt: Number(item['createdAt']),
  expiresAt: Number(item['expiresAt']),
});

/**
 * Sessions on the single table, each twice: by its token's hash, which is how it is found, and
 * below its user, which is how all of them are ended.
 */
export function createSessions(db: Db): Sessions {
  const table = db.table;

  async function ofUser(userId: string): Promise<Session[]> {
    const sessions: Session[] = [];
    const rows = db.query({ partition: userPartition(userId), prefix: 'SESSION#' });
    for await (const row of rows) sessions.push(sessionOf(row));
    return sessions;
  }

  async function end(userId: string, id: string): Promise<void> {
    await db.transact([
      { Delete: { TableName: table, Key: { ...sessionKey(id) } } },
      { Delete: { TableName: table, Key: { ...userSessionKey(userId, id) } } },
    ]);
  }

  return {
    async create(session, condition) {
      const item = { ...session, ttl: Math.ceil(session.expiresAt / 1000) };
      const cancelled = await db.transact([
        condition,
        { Put: { TableName: table, Item: { ...sessionKey(session.id), ...item } } },
        {
          Put: {
            TableName: table,
            Item: { ...userSessionKey(session.userId, session.id), ...item },
          },
        },
      ]);
      if (cancelled) return false;
      // Counted after writing, so that of two logins at once the later one sees both.
      const newestFirst = (await ofUser(session.userId)).toSorted(
        (a, b) => b.createdAt - a.createdAt,
      );
      for (const { id } of newestFirst.slice(MAX_SESSIONS)) await end(session.userId, id);
      return true;
    },

    async find(id) {
      const item = await db.get(sessionKey(id));
      return item && sessionOf(item);
    },

    end,
    ofUser,

    async endAll(userId, except) {
      for (const { id } of await ofUser(userId)) if (id !== except) await end(userId, id);
    },
  };
}
