import { normalAddress } from '../../../shared/address/read-address.ts';
import type { WriteItem } from '../../platform/dynamo/db.ts';
import { apiKeyKey, emailKey, userKey } from './keys.ts';
import type { User } from './user.ts';

/** What of a profile names other items or other services, and must be as it was read. */
const BOUND = [
  'email',
  'apiKeyHash',
  'testKeyHash',
  'stripeCustomerId',
] as const satisfies (keyof User)[];

/** Deletes a profile that is as it was read. */
function deleteProfile(table: string, user: User): WriteItem {
  const clauses = BOUND.map((name) =>
    user[name] === undefined ? `attribute_not_exists(${name})` : `${name} = :${name}`,
  );
  const values = BOUND.flatMap((name) =>
    user[name] === undefined ? [] : [[`:${name}`, user[name]] as const],
  );
  return {
    Delete: {
      TableName: table,
      Key: { ...userKey(user.id) },
      ConditionExpression: clauses.join(' AND '),
      ExpressionAttributeValues: Object.fromEntries(values),
    },
  };
}

const freeAddress = (table: string, { id, email }: User): WriteItem => ({
  Delete: {
    TableName: table,
    Key: { ...emailKey(normalAddress(email) ?? email) },
    ConditionExpression: 'attribute_not_exists(PK) OR userId = :user',
    ExpressionAttributeValues: { ':user': id },
  },
});

/** What a key is looked up by: those of the live and of the test key. */
const deleteKeys = (table: string, { apiKeyHash, testKeyHash }: User): WriteItem[] =>
  [apiKeyHash, testKeyHash].flatMap((hash) =>
    hash === undefined ? [] : [{ Delete: { TableName: table, Key: { ...apiKeyKey(hash) } } }],
  );

/** The writes that take an account away: profile, address and API keys. */
export const removalOf = (table: string, user: User): WriteItem[] => [
  deleteProfile(table, user),
  freeAddress(table, user),
  ...deleteKeys(table, user),
];
