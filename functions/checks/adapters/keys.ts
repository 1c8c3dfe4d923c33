import {
  aloneKey,
  key,
  type Key,
  PENDING_PARTITION,
  userPartition,
} from '../../platform/dynamo/key.ts';

export const checkKey = (userId: string, requestId: string): Key =>
  key(userPartition(userId), `CHECK#${requestId}`);
export const pendingCheckKey = (requestId: string): Key =>
  key(PENDING_PARTITION, `CHECK#${requestId}`);
export const CHECK_SLOT = 'CHECKSLOT#';
export const checkSlotKey = (userId: string, number: number): Key =>
  key(userPartition(userId), `${CHECK_SLOT}${number}`);
export const leaseKey = (name: string): Key => aloneKey('LEASE', name);
export const factKey = (name: string): Key => aloneKey('FACT', name);

/** As in access/adapters/keys.ts. */
export const partitions = () => ({
  checks: [userPartition('*'), PENDING_PARTITION],
  facts: [leaseKey('*').PK, factKey('*').PK],
});
