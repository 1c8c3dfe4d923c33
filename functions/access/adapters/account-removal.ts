import { normalizeAddress } from '../../../packages/verifier/src/address/read-address.ts';
import type { TransactionStep } from '../../platform/dynamo/db.ts';
import {
  deleteWrite,
  equalsList,
  orItemNotExists,
  where,
} from '../../platform/dynamo/expression.ts';
import { apiKeyKey, emailKey, keyUseKey, userKey } from './keys.ts';
import type { User } from './user.ts';
import { secretKeys, ssoDomainKey, ssoKey } from '../../platform/secrets/account-secrets.ts';

/** @param keyHash SHA-256 of the key in hex */
export const keyDeleteWrites = (keyHash: string): TransactionStep[] => [
  deleteWrite(apiKeyKey(keyHash)),
  deleteWrite(keyUseKey(keyHash)),
];

export function accountDeleteWrites(user: User): TransactionStep[] {
  const { id, email, owner, apiKeyHash, testKeyHash, namedKeyHashes, stripeCustomerId } = user;
  const { joined, members, sso } = user;
  return [
    // The condition rejects the delete if the profile has changed since it was read. Otherwise,
    // items that refer to the old values would remain.
    deleteWrite(
      userKey(id),
      where({
        email,
        apiKeyHash,
        testKeyHash,
        namedKeyHashes: equalsList(namedKeyHashes),
        stripeCustomerId,
        members: equalsList(members),
        joined: equalsList(joined),
      }),
    ),
    // The address of a transferred account belongs to the login of its owner.
    ...(owner === undefined
      ? [
          deleteWrite(
            emailKey(normalizeAddress(email) ?? email),
            orItemNotExists(where({ userId: id })),
          ),
        ]
      : []),
    ...secretKeys(id).map((each) => deleteWrite(each)),
    deleteWrite(ssoKey(id)),
    ...(sso
      ? [deleteWrite(ssoDomainKey(sso.domain), orItemNotExists(where({ accountId: id })))]
      : []),
    ...[apiKeyHash, testKeyHash, ...(namedKeyHashes ?? [])].flatMap((hash) =>
      hash === undefined ? [] : keyDeleteWrites(hash),
    ),
  ];
}
