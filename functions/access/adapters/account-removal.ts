import { normalAddress } from '../../../shared/address/read-address.ts';
import type { WriteItem } from '../../platform/dynamo/db.ts';
import { deleteWrite, isNew, where } from '../../platform/dynamo/expression.ts';
import { apiKeyKey, emailKey, userKey } from './keys.ts';
import type { User } from './user.ts';

/** The writes that take an account away: profile, address and API keys. */
export function removalOf(table: string, user: User): WriteItem[] {
  const { id, email, apiKeyHash, testKeyHash, stripeCustomerId } = user;
  const owned = where({ userId: id });
  return [
    // What of a profile names other items or other services must be as it was read.
    deleteWrite(table, userKey(id), where({ email, apiKeyHash, testKeyHash, stripeCustomerId })),
    deleteWrite(table, emailKey(normalAddress(email) ?? email), {
      ...owned,
      text: `${isNew.text} OR ${owned.text}`,
    }),
    // By the hash of a key its user is found.
    ...[apiKeyHash, testKeyHash].flatMap((hash) =>
      hash === undefined ? [] : [deleteWrite(table, apiKeyKey(hash))],
    ),
  ];
}
