import { key, type Key, userPartition } from '../../platform/dynamo/key.ts';

export const balanceKey = (userId: string): Key => key(userPartition(userId), 'BALANCE');
export const entryKey = (userId: string, entryId: string): Key =>
  key(userPartition(userId), `ENTRY#${entryId}`);

export const USAGE = 'USAGE#';
/** Sorts by day; a user has one line a day and subject. */
export const usageKey = (
  userId: string,
  { day, subject }: { readonly day: string; readonly subject: string },
): Key => key(userPartition(userId), `${USAGE}${day}#${subject}`);

/** Each figure of a week lies in so many items, which all customers write to. */
export const FIGURE_SHARDS = 32;
const figurePartition = (shard: number | '*'): string => `FIGURES#${shard}`;
export const figureKey = (week: string, shard: number): Key => key(figurePartition(shard), week);

/** As in access/adapters/keys.ts. */
export const partitions = () => ({ credits: [userPartition('*'), figurePartition('*')] });
