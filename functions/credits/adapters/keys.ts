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

/** As in access/adapters/keys.ts. */
export const partitions = () => ({ credits: [userPartition('*')] });
