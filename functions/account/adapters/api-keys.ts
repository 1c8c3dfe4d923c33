import { ROLE } from '../../../shared/model/account.ts';
import type { Accounts, ApiKeys, User } from '../ports.ts';
import type { KeyKind } from '../rules/key-kind.ts';
import type { Log } from '../../platform/log.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { Ids } from '../../platform/clock.ts';
import { hashApiKey, isApiKey, makeApiKey } from './api-key.ts';
import { seal, unseal } from './seal.ts';
import type { Db, WriteItem } from '../../platform/dynamo/db.ts';
import { changes, updateWrite } from '../../platform/dynamo/expression.ts';
import { apiKeyKey, userKey } from './keys.ts';

const ROUNDS = 5;

/** Where the profile holds the SHA-256 of a key in hex, and the key sealed. */
const FIELDS = {
  live: { hash: 'apiKeyHash', sealed: 'apiKeySealed' },
  test: { hash: 'testKeyHash', sealed: 'testKeySealed' },
} as const satisfies Record<KeyKind, { hash: keyof User; sealed: keyof User }>;

const SECRET_PURPOSE = 'api-key';

/** API keys on the single table: the look-up item by hash, the sealed copy on the profile. */
export function createApiKeys(
  db: Db,
  accounts: Accounts,
  secrets: Secrets,
  ids: Ids,
  log: Log,
): ApiKeys {
  const table = db.table;

  const newKey = (kind: KeyKind): string =>
    makeApiKey(kind, Buffer.from(ids.token(32), 'base64url'));

  async function sealed(userId: string, key: string): Promise<string> {
    const nonce = Buffer.from(ids.token(12), 'base64url');
    return seal(await secrets.key(SECRET_PURPOSE), nonce, userId, key);
  }

  async function open(user: User, kind: KeyKind): Promise<string | null> {
    const copy = user[FIELDS[kind].sealed];
    if (copy === undefined) return null;
    const keys = await secrets.keys(SECRET_PURPOSE);
    try {
      return unseal(keys, user.id, copy);
    } catch (error) {
      log.error('api_key_unreadable', error, { userId: user.id, kind });
      return null;
    }
  }

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
    const { hash, sealed: copy } = FIELDS[kind];
    const before = user[hash];
    const next = key === undefined ? undefined : hashApiKey(key);
    const update = changes({
      ...(paid !== undefined && { paid }),
      ...(key !== undefined && { [hash]: next, [copy]: await sealed(user.id, key) }),
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

    reveal: (user) => open(user, 'live'),
    revealTest: (user) => open(user, 'test'),

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
  };
}
