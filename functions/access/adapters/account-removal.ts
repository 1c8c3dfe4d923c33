import { normalAddress } from '../../../packages/verifier/src/address/read-address.ts';
import type { TransactionStep } from '../../platform/dynamo/db.ts';
import { deleteWrite, isNew, where } from '../../platform/dynamo/expression.ts';
import { apiKeyKey, emailKey, keyUseKey, userKey } from './keys.ts';
import type { User } from './user.ts';

/** The writes that end an API key, by its SHA-256 in hex. */
export const removalOfKey = (keyHash: string): TransactionStep[] => [
  deleteWrite(apiKeyKey(keyHash)),
  deleteWrite(keyUseKey(keyHash)),
];

/** The writes that take an account away: profile, address and API keys. */
export function removalOf(user: User): TransactionStep[] {
  const { id, email, apiKeyHash, testKeyHash, namedKeyHashes, stripeCustomerId } = user;
  const named = namedKeyHashes && [namedKeyHashes];
  const owned = where({ userId: id });
  return [
    // What of a profile names other items or other services must be as it was read.
    deleteWrite(
      userKey(id),
      where({ email, apiKeyHash, testKeyHash, namedKeyHashes: named, stripeCustomerId }),
    ),
    deleteWrite(emailKey(normalAddress(email) ?? email), {
      ...owned,
      text: `${isNew.text} OR ${owned.text}`,
    }),
    // By the hash of a key its user is found.
    ...[apiKeyHash, testKeyHash, ...(namedKeyHashes ?? [])].flatMap((hash) =>
      hash === undefined ? [] : removalOfKey(hash),
    ),
  ];
}
