import { normalAddress } from '../../../packages/verifier/src/address/read-address.ts';
import type { TransactionStep } from '../../platform/dynamo/db.ts';
import { deleteWrite, isNew, where } from '../../platform/dynamo/expression.ts';
import { apiKeyKey, emailKey, keyUseKey, userKey } from './keys.ts';
import type { User } from './user.ts';

/** Writes that delete an API key, identified by its SHA-256 in hex. */
export const removalOfKey = (keyHash: string): TransactionStep[] => [
  deleteWrite(apiKeyKey(keyHash)),
  deleteWrite(keyUseKey(keyHash)),
];

/** Writes that delete an account: profile, address and API keys. */
export function removalOf(user: User): TransactionStep[] {
  const { id, email, apiKeyHash, testKeyHash, namedKeyHashes, stripeCustomerId } = user;
  const named = namedKeyHashes && [namedKeyHashes];
  const owned = where({ userId: id });
  return [
    // Fields that other items or services refer to must be unchanged since the profile was read.
    deleteWrite(
      userKey(id),
      where({ email, apiKeyHash, testKeyHash, namedKeyHashes: named, stripeCustomerId }),
    ),
    deleteWrite(emailKey(normalAddress(email) ?? email), {
      ...owned,
      text: `${isNew.text} OR ${owned.text}`,
    }),
    // Each key has an item under its hash that leads to the user.
    ...[apiKeyHash, testKeyHash, ...(namedKeyHashes ?? [])].flatMap((hash) =>
      hash === undefined ? [] : removalOfKey(hash),
    ),
  ];
}
