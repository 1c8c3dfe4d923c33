import * as z from 'zod/mini';
import type { Db, TransactionStep } from '../../platform/dynamo/db.ts';
import {
  updateExpression,
  deleteWrite,
  itemExists,
  putWrite,
} from '../../platform/dynamo/expression.ts';
import { userPartition } from '../../platform/dynamo/key.ts';
import { findStoredItem, listStoredItems } from '../../platform/dynamo/stored-items.ts';
import { keyUseKey, sessionKey, userSessionKey } from './keys.ts';

/**
 * Maximum concurrent sessions of a user, and as many by single sign-on, so that a provider cannot end
 * the person's other sessions. Opening another one ends the oldest of its kind.
 */
export const MAX_SESSIONS = 10;

const stored = z.object({
  /** SHA-256 of the token in hex, which identifies the session everywhere except in the client. */
  id: z.string(),
  userId: z.string(),
  /** Epoch milliseconds. */
  createdAt: z.number(),
  /**
   * When the user last proved a factor, or proved the password again after the login, in epoch
   * milliseconds.
   */
  provenAt: z.optional(z.number()),
  expiresAt: z.number(),
  /** Browser and network of the login; undefined in older sessions. */
  from: z.optional(z.string()),
  /** The only account that a single sign-on session can access, and the id of its settings. */
  sso: z.optional(z.object({ accountId: z.string(), id: z.string() })),
});
export type Session = Readonly<z.infer<typeof stored>>;

/**
 * Sessions in the single table. Each is stored twice: under the hash of its token for lookup, and
 * under its user, so that all sessions of a user can be ended. Reads are strongly consistent, so a
 * session ends immediately.
 */
export interface Sessions {
  /**
   * Stores a session and ends the user's oldest sessions of its kind beyond `MAX_SESSIONS`. Returns false and
   * does neither if a condition of the other writes failed.
   */
  create(session: Session, ...also: readonly TransactionStep[]): Promise<boolean>;
  find(id: string): Promise<Session | undefined>;
  /** Records a proven factor or password. Does nothing if the session has ended. */
  recordProof(id: string, at: number): Promise<void>;
  delete(userId: string, id: string, ...also: readonly TransactionStep[]): Promise<void>;
  /** Sessions of a user that have not expired, in no particular order. */
  list(userId: string): Promise<Session[]>;
  deleteAll(userId: string, except?: string): Promise<void>;
}

export function createSessions(db: Db): Sessions {
  const list = (userId: string): Promise<Session[]> =>
    listStoredItems(db, stored, { partition: userPartition(userId), prefix: 'SESSION#' });

  const deleteSession: Sessions['delete'] = async (userId, id, ...also) => {
    const keys = [sessionKey(id), userSessionKey(userId, id), keyUseKey(id)];
    await db.transact([...keys.map((each) => deleteWrite(each)), ...also]);
  };

  return {
    async create(session, ...also) {
      const item = { ...session, ttl: Math.ceil(session.expiresAt / 1000) };
      const canceled = await db.transact([
        ...also,
        putWrite({ ...sessionKey(session.id), ...item }),
        putWrite({ ...userSessionKey(session.userId, session.id), ...item }),
      ]);
      if (canceled) return false;
      // Count after the write, so that the later of two concurrent logins sees both sessions.
      const newestFirst = (await list(session.userId))
        .filter(({ sso }) => (sso === undefined) === (session.sso === undefined))
        .toSorted((a, b) => b.createdAt - a.createdAt);
      for (const { id } of newestFirst.slice(MAX_SESSIONS)) await deleteSession(session.userId, id);
      return true;
    },

    find: (id) => findStoredItem(db, stored, sessionKey(id)),

    async recordProof(id, at) {
      await db.update(sessionKey(id), updateExpression({ provenAt: at }), itemExists);
    },

    delete: deleteSession,
    list,

    async deleteAll(userId, except) {
      for (const { id } of await list(userId)) if (id !== except) await deleteSession(userId, id);
    },
  };
}
