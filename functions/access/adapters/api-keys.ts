import * as z from 'zod/mini';
import { FIRST_KEY_SCOPES, SCOPES } from '../../../shared/contract/auth.ts';
import { ROLE } from '../../../shared/model/account.ts';
import { DEFAULT_ASSISTANT_CREDITS } from '../../../shared/model/key-kind.ts';
import type { Accounts } from './accounts.ts';
import { storedUser, type User } from './user.ts';
import type { KeyKind } from '../../../shared/model/key-kind.ts';
import type { Log } from '../../platform/log.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { Clock, IdGenerator } from '../../platform/clock.ts';
import { hashApiKey, isApiKey, generateApiKey } from './api-key.ts';
import { changeKeysWithRetry } from './change-keys-with-retry.ts';
import type { Db, TransactionStep } from '../../platform/dynamo/db.ts';
import { findStoredItem } from '../../platform/dynamo/stored-items.ts';
import { apiKeyKey, userKey } from './keys.ts';
import { createSealer, type Sealer } from '../../platform/secrets/sealer.ts';
import {
  equalsList,
  updateExpression,
  putWrite,
  updateWrite,
  where,
} from '../../platform/dynamo/expression.ts';
import { keyDeleteWrites } from './account-removal.ts';
import { keyCopiesKey } from '../../platform/secrets/account-secrets.ts';

/**
 * Fields for the SHA-256 of a key in hex, in the profile, and for the sealed copy of the key, in a
 * separate partition. The profile has the copy, too, until it is moved.
 */
const KEY_FIELDS = {
  live: { hash: 'apiKeyHash', sealed: 'apiKeySealed' },
  test: { hash: 'testKeyHash', sealed: 'testKeySealed' },
} as const satisfies Record<KeyKind, { hash: keyof User; sealed: keyof User }>;

/**
 * Replaces or deletes the user's key, and sets `paid` if given. If `paid` becomes false, also
 * deletes all named keys. Returns `again` if the account has changed since the read.
 */
type ExchangeKey = (
  user: User,
  kind: KeyKind,
  key: string | undefined,
  options?: { readonly paid?: boolean; readonly also?: readonly TransactionStep[] },
) => Promise<'exchanged' | 'again'>;

const createKeyExchange =
  (db: Db, sealer: Sealer, clock: Clock): ExchangeKey =>
  async (user, kind, key, { paid, also = [] } = {}) => {
    const { hash, sealed: sealedField } = KEY_FIELDS[kind];
    const oldHash = user[hash];
    const named = user.namedKeyHashes;
    const revokesAll = paid === false;
    const createdAt = new Date(clock.now()).toISOString();
    const newHash = key === undefined ? undefined : hashApiKey(key);
    const sealed = key === undefined ? undefined : await sealer.seal(user.id, key);
    const canceled = await db.transact([
      updateWrite(
        userKey(user.id),
        updateExpression({
          ...(paid !== undefined && { paid }),
          ...(revokesAll && { namedKeyHashes: undefined }),
          [hash]: newHash,
          [sealedField]: undefined,
        }),
        where({
          id: user.id,
          [hash]: oldHash,
          ...(revokesAll && { namedKeyHashes: equalsList(named) }),
        }),
      ),
      updateWrite(keyCopiesKey(user.id), updateExpression({ [sealedField]: sealed })),
      ...[oldHash, ...((revokesAll && named) || [])].flatMap((each) =>
        each === undefined ? [] : keyDeleteWrites(each),
      ),
      ...(newHash === undefined
        ? []
        : [putWrite({ ...apiKeyKey(newHash), userId: user.id, createdAt })]),
      ...also,
    ]);
    return canceled ? 'again' : 'exchanged';
  };

/** Items of the first key and the test key store no scopes, because their scopes never change. */
const storedApiKey = z.object({
  userId: z.string(),
  scopes: z._default(z.array(z.enum(SCOPES)), [...FIRST_KEY_SCOPES]),
  assistantCredits: z._default(z.number(), DEFAULT_ASSISTANT_CREDITS),
});

const storedCopies = z.pick(storedUser, { apiKeySealed: true, testKeySealed: true });

type ValidKey = Readonly<z.infer<typeof storedApiKey>> & { readonly keyHash: string };

/**
 * API keys in the single table. An item under the hash of each key is used for lookup. For display,
 * another item has sealed copies of the live key and the test key. The live key and the named keys
 * (named-keys.ts) exist only while the user is `paid`. Every customer has a test key.
 */
export interface ApiKeys {
  /** Owner and scopes of a key; undefined if the key is unknown or not valid. */
  find(key: string): Promise<ValidKey | undefined>;
  /** Id of a key's owner; undefined if the key is unknown or not valid. */
  findUser(key: string): Promise<string | undefined>;
  /**
   * Returns the user's plaintext live key, or null if there is none. Also returns null if the
   * sealed copy cannot be decrypted because the application secret was replaced twice. The key
   * itself is still valid then.
   */
  reveal(user: User): Promise<string | null>;
  /** Returns null if there is no test key or its copy cannot be decrypted. */
  revealTest(user: User): Promise<string | null>;
  /** Sets the user's `paid`, and creates or deletes the live keys accordingly. Idempotent. */
  setPaid(userId: string, paid: boolean): Promise<void>;
  /**
   * Replaces the live key or the test key and returns the new one. Returns undefined if there is
   * none to replace.
   */
  reset(
    userId: string,
    kind?: KeyKind,
    ...also: readonly TransactionStep[]
  ): Promise<string | undefined>;
  ensureTest(userId: string): Promise<void>;
  /**
   * Reseals the copies that were sealed with a secret other than the current application secret.
   * Returns the number of resealed copies, and of copies that could not be decrypted.
   */
  reseal(userId: string): Promise<{ readonly resealed: number; readonly unreadable: number }>;
  /** Moves the sealed copies out of the profile. Does nothing if they change meanwhile. */
  moveSecrets(userId: string): Promise<void>;
}

export function createApiKeys(
  db: Db,
  accounts: Accounts,
  secrets: Secrets,
  ids: IdGenerator,
  clock: Clock,
  log: Log,
): ApiKeys {
  const sealer = createSealer(secrets, ids, 'api-key');
  const exchange = createKeyExchange(db, sealer, clock);

  const newKey = (kind: KeyKind): string =>
    generateApiKey(kind, Buffer.from(ids.token(32), 'base64url'));

  const findCopies = (userId: string) => findStoredItem(db, storedCopies, keyCopiesKey(userId));

  async function reveal(user: User, kind: KeyKind): Promise<string | null> {
    const { hash, sealed } = KEY_FIELDS[kind];
    const copy = user[hash] && (user[sealed] ?? (await findCopies(user.id))?.[sealed]);
    if (copy === undefined) return null;
    const openCopy = await sealer.opener();
    try {
      return openCopy(user.id, copy);
    } catch (error) {
      log.error('api_key_unreadable', error, { userId: user.id, kind });
      return null;
    }
  }

  async function find(key: string): Promise<ValidKey | undefined> {
    if (!isApiKey(key)) return undefined;
    const keyHash = hashApiKey(key);
    const found = await findStoredItem(db, storedApiKey, apiKeyKey(keyHash));
    return found && { ...found, keyHash };
  }

  const keys: ApiKeys = {
    find,

    findUser: async (key) => (await find(key))?.userId,

    reveal: (user) => reveal(user, 'live'),
    revealTest: (user) => reveal(user, 'test'),

    async setPaid(userId, paid) {
      await changeKeysWithRetry(accounts, userId, async (user) =>
        paid === (user.apiKeyHash !== undefined)
          ? 'unchanged'
          : exchange(user, 'live', paid ? newKey('live') : undefined, { paid }),
      );
    },

    async reset(userId, kind = 'live', ...also) {
      const key = newKey(kind);
      const outcome = await changeKeysWithRetry(accounts, userId, async (user) =>
        (kind === 'test' || user.paid) && user[KEY_FIELDS[kind].hash] !== undefined
          ? exchange(user, kind, key, { also })
          : undefined,
      );
      return outcome && key;
    },

    async ensureTest(userId) {
      await changeKeysWithRetry(accounts, userId, async (user) =>
        user.role === ROLE.admin || user.memberOnly || user.testKeyHash !== undefined
          ? 'unchanged'
          : exchange(user, 'test', newKey('test')),
      );
    },

    async reseal(userId) {
      await keys.moveSecrets(userId);
      const copies = (await findCopies(userId)) ?? {};
      return sealer.reseal(db, keyCopiesKey(userId), userId, copies, (error) =>
        log.error('api_key_unreadable', error, { userId }),
      );
    },

    async moveSecrets(userId) {
      const { apiKeySealed, testKeySealed } = (await accounts.get(userId)) ?? {};
      const copies = {
        ...(apiKeySealed && { apiKeySealed }),
        ...(testKeySealed && { testKeySealed }),
      };
      if (Object.keys(copies).length === 0) return;
      const none = updateExpression({ apiKeySealed: undefined, testKeySealed: undefined });
      await db.transact([
        updateWrite(userKey(userId), none, where({ apiKeySealed, testKeySealed })),
        updateWrite(keyCopiesKey(userId), updateExpression(copies)),
      ]);
    },
  };
  return keys;
}
