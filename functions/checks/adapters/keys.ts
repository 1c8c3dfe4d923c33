import { crc32 } from 'node:zlib';
import { singletonKey, key, type Key, userPartition } from '../../platform/dynamo/key.ts';

export const checkKey = (userId: string, requestId: string): Key =>
  key(userPartition(userId), `CHECK#${requestId}`);

/** Key of a user's latest single-check verdict for an address, identified by its HMAC. */
export const rememberedVerdictKey = (userId: string, hmac: string): Key =>
  key(userPartition(userId), `SAID#${hmac}`);

/**
 * The number of partitions for pending checks. Each partition handles 1,000 write units per second,
 * and a check needs four: two for the transaction that adds it and two for the transaction that
 * deletes it.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html
 */
const PENDING_CHECK_SHARDS = 16;
const pendingCheckPartition = (shard: number | '*'): string => `PENDINGCHECK#${shard}`;
export const PENDING_CHECKS = { partition: pendingCheckPartition, shards: PENDING_CHECK_SHARDS };
export const pendingCheckKey = (requestId: string): Key =>
  key(pendingCheckPartition(crc32(requestId) % PENDING_CHECK_SHARDS), `CHECK#${requestId}`);

export const CHECK_SLOT_PREFIX = 'CHECKSLOT#';
export const checkSlotKey = (userId: string, formId: string | undefined, number: number): Key =>
  key(
    userPartition(userId),
    `${CHECK_SLOT_PREFIX}${formId === undefined ? '' : `${formId}#`}${number}`,
  );
/** Maximum concurrent checks of all accounts, unless the setting CHECKS_IN_FLIGHT overrides it. */
export const DEFAULT_CHECKS_IN_FLIGHT = 100;
/** Every running check takes one of these slots, which all accounts share. */
export const sharedCheckSlotKey = (number: number): Key =>
  key('CHECKSLOTS', `${CHECK_SLOT_PREFIX}${number}`);
export const domainReplyCountKey = (userId: string, day: string, domain: string): Key =>
  key(userPartition(userId), `DOMAINANSWERS#${day}#${domain}`);
export const leaseKey = (name: string): Key => singletonKey('LEASE', name);
export const factKey = (name: string): Key => singletonKey('FACT', name);

/** Partition key patterns of each kind of item; infra/features/rights.ts grants access to them. */
export const partitions = () => ({
  checks: [userPartition('*'), pendingCheckPartition('*'), sharedCheckSlotKey(0).PK],
  facts: [leaseKey('*').PK, factKey('*').PK],
});
