import { key, type Key, userPartition } from '../../platform/dynamo/key.ts';

export const balanceKey = (userId: string): Key => key(userPartition(userId), 'BALANCE');
/** Returns the key of the checkpoint, which has the sums of all entries of days that have ended. */
export const checkpointKey = (userId: string): Key => key(userPartition(userId), 'CHECKPOINT');
export const ENTRY_PREFIX = 'ENTRY#';
export const entryKey = (userId: string, entryId: string): Key =>
  key(userPartition(userId), `${ENTRY_PREFIX}${entryId}`);

export const USAGE_PREFIX = 'USAGE#';
/** Starts with the day, so that keys sort by day. A user has one usage line per day and subject. */
export const usageKey = (
  userId: string,
  { day, subject }: { readonly day: string; readonly subject: string },
): Key => key(userPartition(userId), `${USAGE_PREFIX}${day}#${subject}`);

/** Starts with the day, so that the days of a budget can be queried. */
export const freeAnswersKey = (userId: string, day: string): Key =>
  key(userPartition(userId), `UNKNOWNS#${day}`);

/** Number of items over which a week's figures are spread to avoid write conflicts. */
export const FIGURE_SHARDS = 32;
const figurePartition = (shard: number | '*'): string => `FIGURES#${shard}`;
export const figureKey = (week: string, shard: number): Key => key(figurePartition(shard), week);

/** Partition key patterns; infra/features/rights.ts grants write access to them. */
export const partitions = () => ({ credits: [userPartition('*'), figurePartition('*')] });
