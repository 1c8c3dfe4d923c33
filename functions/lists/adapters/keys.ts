import { key, type Key, PENDING_PARTITION, userPartition } from '../../platform/dynamo/key.ts';

export const listPartition = (listId: string): string => `LIST#${listId}`;

export const listKey = (userId: string, listId: string): Key =>
  key(userPartition(userId), `LIST#${listId}`);
/** The number of a user's lists. */
export const listCountKey = (userId: string): Key => key(userPartition(userId), 'LISTCOUNT');
/** The list that is read, of all of a user. */
export const readingKey = (userId: string): Key => key(userPartition(userId), 'READING');
export const uploadKey = (userId: string, listId: string): Key =>
  key(userPartition(userId), `UPLOAD#${listId}`);
export const taskKey = (listId: string, task: string): Key =>
  key(listPartition(listId), `TASK#${task}`);
export const pendingListKey = (listId: string): Key => key(PENDING_PARTITION, `LIST#${listId}`);
