import { claimIdOf, type VerdictClaimRef } from '../rules/claim.ts';
import { key, type Key, userPartition } from '../../platform/dynamo/key.ts';

export const reportKey = (userId: string, reportId: string): Key =>
  key(userPartition(userId), `BOUNCES#${reportId}`);
/** Maps an idempotency key (as a digest) to the report that its first request created. */
export const reportRequestKey = (userId: string, digest: string): Key =>
  key(userPartition(userId), `BOUNCEREQUEST#${digest}`);
/** Key of the slot that lets only one report per user be read at a time. */
export const readingSlotKey = (userId: string): Key => key(userPartition(userId), 'BOUNCEREADING');
export const CLAIM_PREFIX = 'BOUNCECLAIM#';
export const claimKey = (userId: string, claim: VerdictClaimRef): Key =>
  key(userPartition(userId), CLAIM_PREFIX + claimIdOf(claim));
/** Key of the marker that a list's bounce outcomes were counted. */
export const countedListKey = (userId: string, listId: string): Key =>
  key(userPartition(userId), `BOUNCECOUNTED#${listId}`);

/** Partition of the outcome counters, which identify neither addresses nor customers. */
export const OUTCOMES_PARTITION = 'OUTCOMES';
export const outcomeKey = (name: string): Key => key(OUTCOMES_PARTITION, name);

/** Partition key patterns of each kind of item; infra/features/rights.ts grants access to them. */
export const partitions = () => ({ bounces: [userPartition('*'), OUTCOMES_PARTITION] });
