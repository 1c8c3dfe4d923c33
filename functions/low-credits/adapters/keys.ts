import { key, type Key, PENDING_PARTITION, userPartition } from '../../platform/dynamo/key.ts';

export const watchKey = (userId: string): Key => key(userPartition(userId), 'WATCH');
export const DUE_WATCH = 'WATCH#';
export const dueWatchKey = (userId: string): Key => key(PENDING_PARTITION, DUE_WATCH + userId);

/** As in access/adapters/keys.ts. */
export const partitions = () => ({
  watches: [userPartition('*'), PENDING_PARTITION],
});
