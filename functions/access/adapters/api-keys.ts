import { ROLE } from '../../../shared/model/account.ts';
import type { Accounts, ApiKeys, User } from '../ports.ts';
import type { KeyKind } from '../rules/key-kind.ts';
import type { Log } from '../../platform/log.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { Ids } from '../../platform/clock.ts';
import { hashApiKey, isApiKey, makeApiKey } from './api-key.ts';
import { createKeyCopies, KEY_FIELDS } from './key-copies.ts';
import type { Db, WriteItem } from '../../platform/dynamo/db.ts';
import { changes, updateWrite, where } from '../../platform/dynamo/expression.ts';
import { apiKeyKey, userKey } from './keys.ts';

const ROUNDS = 5;

/** API keys on the single table: the look-up item by hash, the sealed copy on the profile. */
export function createApiKeys(
  db: Db,
  accounts: Accounts,
  secrets: Secrets,
  ids: Ids,
  log: Log,
): ApiKeys {
  const table = db.table;
  const copies = createKeyCopies(secrets, ids, log);

  const newKey = (kind: KeyKind): string =>
    makeApiKey(kind, Buffer.from(ids.token(32), 'base64url'));

  /**
   * Puts a key, or none, in the place of the one the user has, together with `paid` where it is given.
   * False when the account no longer is as it was read.
   */
  async function exchange(
    user: User,
    kind: KeyKind,
    key: string | undefined,
    paid?: boolean,
  ): Promise<boolean> {
    const { hash, sealed: copy } = KEY_FIELDS[kind];
    const before = user[hash];
    const next = key === undefined ? undefined : hashApiKey(key);
    const update = changes({
      ...(paid !== undefined && { paid }),
      ...(key !== undefined && { [hash]: next, [copy]: await copies.seal(user.id, key) }),
    });
    const lookUps: (WriteItem | false)[] = [
      before !== undefined && { Delete: { TableName: table, Key: { ...apiKeyKey(before) } } },
      next !== undefined && {
        Put: { TableName: table, Item: { ...apiKeyKey(next), userId: user.id } },
      },
    ];
    const removal = {
      ...update,
      text: `${update.text} REMOVE #hash, #copy`.trim(),
      names: { ...update.names, '#copy': copy },
    };
    const names = { '#hash': hash };
    const cancelled = await db.transact([
      updateWrite(
        table,
        userKey(user.id),
        key === undefined ? removal : update,
        before === undefined
          ? { text: 'attribute_exists(PK) AND attribute_not_exists(#hash)', names }
          : { text: '#hash = :before', names, values: { ':before': before } },
      ),
      ...lookUps.filter((write) => write !== false),
    ]);
    return cancelled === undefined;
  }

  /** Tries `change` on the account as it is, until it fits. Nothing happens where there is none. */
  async function retried(userId: string, change: (user: User) => Promise<boolean>): Promise<void> {
    for (let round = 0; round < ROUNDS; round += 1) {
      const user = await accounts.get(userId);
      if (!user || (await change(user))) return;
    }
    throw new Error(`the API key of ${userId} keeps changing`);
  }

  return {
    async findUser(key) {
      if (!isApiKey(key)) return undefined;
      const item = await db.get(apiKeyKey(hashApiKey(key)));
      return item && String(item['userId']);
    },

    reveal: (user) => copies.open(user, 'live'),
    revealTest: (user) => copies.open(user, 'test'),

    setPaid: (userId, paid) =>
      retried(
        userId,
        async (user) =>
          paid === (user.apiKeyHash !== undefined) ||
          exchange(user, 'live', paid ? newKey('live') : undefined, paid),
      ),

    async reset(userId) {
      const key = newKey('live');
      let done = false;
      await retried(userId, async (user) => {
        if (!user.paid || user.apiKeyHash === undefined) return true;
        done = await exchange(user, 'live', key);
        return done;
      });
      return done ? key : undefined;
    },

    ensureTest: (userId) =>
      retried(
        userId,
        async (user) =>
          user.role === ROLE.admin ||
          user.testKeyHash !== undefined ||
          exchange(user, 'test', newKey('test')),
      ),

    async reseal(userId) {
      const done = { resealed: 0, unreadable: 0 };
      const user = await accounts.get(userId);
      if (!user) return done;
      for (const kind of ['live', 'test'] as const) {
        const field = KEY_FIELDS[kind].sealed;
        const before = user[field];
        if (before === undefined || (await copies.isCurrent(before))) continue;
        const key = await copies.open(user, kind);
        if (key === null) {
          done.unreadable += 1;
          continue;
        }
        const after = await copies.seal(userId, key);
        // A key that was reset meanwhile has a copy of today.
        if (
          await db.update(userKey(userId), changes({ [field]: after }), where({ [field]: before }))
        )
          done.resealed += 1;
      }
      return done;
    },
  };
}
