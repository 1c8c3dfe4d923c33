import type { KeyKind } from '../../../shared/model/key-kind.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/dynamo/db.ts';
import {
  updateExpression,
  putWrite,
  updateWrite,
  where,
} from '../../platform/dynamo/expression.ts';
import type { Sealer } from '../../platform/secrets/sealer.ts';
import { keyDeleteWrites } from './account-removal.ts';
import { hashApiKey } from './api-key.ts';
import { apiKeyKey, userKey } from './keys.ts';
import type { User } from './user.ts';

/**
 * Names of the profile fields for the SHA-256 of a key in hex and for the sealed copy of the key.
 */
export const KEY_FIELDS = {
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
  paid?: boolean,
) => Promise<'exchanged' | 'again'>;

export const createKeyExchange =
  (db: Db, sealer: Sealer, clock: Clock): ExchangeKey =>
  async (user, kind, key, paid) => {
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
          [sealedField]: sealed,
        }),
        where({
          id: user.id,
          [hash]: oldHash,
          ...(revokesAll && { namedKeyHashes: named && [named] }),
        }),
      ),
      ...[oldHash, ...((revokesAll && named) || [])].flatMap((each) =>
        each === undefined ? [] : keyDeleteWrites(each),
      ),
      ...(newHash === undefined
        ? []
        : [putWrite({ ...apiKeyKey(newHash), userId: user.id, createdAt })]),
    ]);
    return canceled ? 'again' : 'exchanged';
  };
