import * as z from 'zod/mini';
import { type Scope, SCOPES } from '../../../shared/contract/auth.ts';
import { MAX_KEYS } from '../../../shared/contract/keys.ts';
import type { Clock, IdGenerator } from '../../platform/clock.ts';
import { currentActor, storedActor } from '../../platform/author.ts';
import type { Db, TransactionStep } from '../../platform/dynamo/db.ts';
import {
  equalsList,
  updateExpression,
  putWrite,
  updateWrite,
  where,
} from '../../platform/dynamo/expression.ts';
import type { Accounts } from './accounts.ts';
import { hashApiKey, generateApiKey } from './api-key.ts';
import { changeKeysWithRetry } from './change-keys-with-retry.ts';
import { apiKeyKey, userKey } from './keys.ts';
import { keyDeleteWrites } from './account-removal.ts';
import type { User } from './user.ts';

const storedKey = z.object({
  keyId: z.string(),
  keyHash: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  /** Last four characters of the key. */
  end: z.string(),
  /** ISO 8601 UTC. */
  createdAt: z.string(),
  /** Credits per UTC day that AI assistants may spend with the key. */
  assistantCredits: z.optional(z.number()),
  /** Who created the key; absent in older keys. */
  who: z.optional(storedActor),
});
const storedFirstKey = z.object({ createdAt: z.optional(z.string()) });

export type NamedKey = Readonly<z.infer<typeof storedKey>>;

type CreateResult = 'unpaid' | 'too_many' | { readonly key: string; readonly kept: NamedKey };

/** The write fails if the live key or the named keys have changed since the user was read. */
const hashesWrite = (user: User, hashes: readonly string[]) =>
  updateWrite(
    userKey(user.id),
    updateExpression({ namedKeyHashes: hashes.length === 0 ? undefined : hashes }),
    where({
      apiKeyHash: user.apiKeyHash,
      namedKeyHashes: equalsList(user.namedKeyHashes),
    }),
  );

/** Named keys: additional live keys of paying customers. */
export interface NamedKeys {
  /** Oldest first. */
  list(user: User): Promise<NamedKey[]>;
  /** Creation time of the first key (ISO 8601 UTC), if known. */
  firstCreatedAt(user: Pick<User, 'apiKeyHash'>): Promise<string | undefined>;
  /** Creates a named key. Only the returned value contains the plaintext. */
  create(
    userId: string,
    options: Pick<NamedKey, 'name' | 'assistantCredits'> & {
      readonly scopes: readonly Scope[];
      readonly keyId?: string;
    },
    ...also: readonly TransactionStep[]
  ): Promise<CreateResult>;
  /** Revokes a key immediately. Returns false if the user has no named key with this id. */
  revoke(userId: string, keyId: string, ...also: readonly TransactionStep[]): Promise<boolean>;
}

export function createNamedKeys(
  db: Db,
  accounts: Accounts,
  ids: IdGenerator,
  clock: Clock,
): NamedKeys {
  const list = async ({ namedKeyHashes = [] }: User): Promise<NamedKey[]> => {
    const items = await db.batchGet(namedKeyHashes.map(apiKeyKey), { consistent: true });
    return items
      .map((item) => storedKey.parse(item))
      .toSorted((a, b) => (a.keyId < b.keyId ? -1 : 1));
  };

  return {
    list,

    async firstCreatedAt({ apiKeyHash }) {
      const item = apiKeyHash === undefined ? undefined : await db.get(apiKeyKey(apiKeyHash));
      return item && storedFirstKey.parse(item).createdAt;
    },

    async create(
      userId,
      { name, scopes, assistantCredits, keyId = ids.ulid(clock.now()) },
      ...also
    ) {
      const now = clock.now();
      const key = generateApiKey('live', Buffer.from(ids.token(32), 'base64url'));
      const keyHash = hashApiKey(key);
      const namedKey: NamedKey = {
        keyId,
        keyHash,
        name,
        scopes: SCOPES.filter((scope) => scopes.includes(scope)),
        end: key.slice(-4),
        createdAt: new Date(now).toISOString(),
        who: currentActor(),
        ...(assistantCredits !== undefined && { assistantCredits }),
      };
      const made = await changeKeysWithRetry(accounts, userId, async (user) => {
        const hashes = user.namedKeyHashes ?? [];
        if (!user.paid || user.apiKeyHash === undefined) return 'unpaid';
        if (hashes.length + 1 >= MAX_KEYS) return 'too_many';
        const canceled = await db.transact([
          hashesWrite(user, [...hashes, keyHash]),
          putWrite({ ...apiKeyKey(keyHash), userId, ...namedKey }),
          ...also,
        ]);
        return canceled ? 'again' : { key, kept: namedKey };
      });
      return made ?? 'unpaid';
    },

    async revoke(userId, keyId, ...also) {
      const revoked = await changeKeysWithRetry(accounts, userId, async (user) => {
        const keyHash = (await list(user)).find((each) => each.keyId === keyId)?.keyHash;
        if (keyHash === undefined) return false;
        const others = (user.namedKeyHashes ?? []).filter((hash) => hash !== keyHash);
        const canceled = await db.transact([
          hashesWrite(user, others),
          ...keyDeleteWrites(keyHash),
          ...also,
        ]);
        return canceled ? 'again' : true;
      });
      return revoked ?? false;
    },
  };
}
