import { key, type Key, PENDING_PARTITION, userPartition } from '../../platform/dynamo/key.ts';

export const connectionKey = (userId: string, id: string): Key =>
  key(userPartition(userId), `CONNECTION#${id}`);
/** @param id of the list that the import becomes */
export const importKey = (userId: string, id: string): Key =>
  key(userPartition(userId), `IMPORT#${id}`);
/** @param id of the list, followed by the number of the job */
export const applyJobKey = (userId: string, id: string): Key =>
  key(userPartition(userId), `APPLY#${id}`);
export const bounceReadKey = (userId: string, connectionId: string): Key =>
  key(userPartition(userId), `BOUNCEREAD#${connectionId}`);
/** @param hour of the day in which the bounces of a connection are read, as two digits */
export const dueReadPrefix = (hour: string): string => `BOUNCEREAD#${hour}#`;
export const dueReadKey = (userId: string, connectionId: string, hour: string): Key =>
  key(PENDING_PARTITION, `${dueReadPrefix(hour)}${userId}#${connectionId}`);
/** Key of the slot that lets only one piece of work per account run at a time. */
export const runSlotKey = (userId: string): Key => key(userPartition(userId), 'IMPORTING');

/** Partition key patterns of each kind of item; infra/features/rights.ts grants access to them. */
export const partitions = () => ({ connections: [userPartition('*'), PENDING_PARTITION] });
