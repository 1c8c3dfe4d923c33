import { normalizeAddress } from '../../../packages/verifier/src/address/read-address.ts';
import type { TransactionStep } from '../../platform/dynamo/db.ts';
import { deleteWrite, isNew, where } from '../../platform/dynamo/expression.ts';
import { apiKeyKey, emailKey, keyUseKey, userKey } from './keys.ts';
import type { User } from './user.ts';

/** The writes that delete an API key. @param keyHash SHA-256 of the key in hex */
export const keyDeleteWrites = (keyHash: string): TransactionStep[] => [
  deleteWrite(apiKeyKey(keyHash)),
  deleteWrite(keyUseKey(keyHash)),
];

export function accountDeleteWrites(user: User): TransactionStep[] {
  const { id, email, apiKeyHash, testKeyHash, namedKeyHashes, stripeCustomerId } = user;
  const namedCondition = namedKeyHashes && [namedKeyHashes];
  const ownedByUser = where({ userId: id });
  return [
    // Fields that other items or Stripe refer to must be unchanged since the profile was read.
    deleteWrite(
      userKey(id),
      where({ email, apiKeyHash, testKeyHash, namedKeyHashes: namedCondition, stripeCustomerId }),
    ),
    deleteWrite(emailKey(normalizeAddress(email) ?? email), {
      ...ownedByUser,
      text: `${isNew.text} OR ${ownedByUser.text}`,
    }),
    // Each key has an item under its hash that refers to the user.
    ...[apiKeyHash, testKeyHash, ...(namedKeyHashes ?? [])].flatMap((hash) =>
      hash === undefined ? [] : keyDeleteWrites(hash),
    ),
  ];
}
