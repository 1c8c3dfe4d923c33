import { key, type Key, userPartition } from '../../platform/dynamo/key.ts';

export const balanceKey = (userId: string): Key => key(userPartition(userId), 'BALANCE');
export const entryKey = (userId: string, entryId: string): Key =>
  key(userPartition(userId), `ENTRY#${entryId}`);

/** As in access/adapters/keys.ts. */
export const partitions = () => ({
  credits: [userPartition('*')],
});
