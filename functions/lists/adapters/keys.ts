import {
  key,
  type Key,
  PENDING_PARTITION,
  userPartition,
  shardOf,
} from '../../platform/dynamo/key.ts';
import { isRecheckId } from '../rules/recheck-id.ts';

export const listPartition = (listId: string): string => `LIST#${listId}`;

export const RECHECK_PREFIX = 'RECHECK#';

/** A recheck is no list that is shown, counted or paged, so it stands beside those. */
export const listKey = (userId: string, listId: string): Key =>
  key(userPartition(userId), `${isRecheckId(listId) ? RECHECK_PREFIX : 'LIST#'}${listId}`);
export const listCountKey = (userId: string): Key => key(userPartition(userId), 'LISTCOUNT');
export const editPrefix = (listId: string): string => `EDIT#${listId}#`;
export const editKey = (userId: string, listId: string, id: string): Key =>
  key(userPartition(userId), `${editPrefix(listId)}${id}`);
/** The list that is read, of all of a user. */
export const readingKey = (userId: string): Key => key(userPartition(userId), 'READING');
export const uploadKey = (userId: string, listId: string): Key =>
  key(userPartition(userId), `UPLOAD#${listId}`);
/** The list that a request with a key of the caller has made. */
export const requestKey = (userId: string, digest: string): Key =>
  key(userPartition(userId), `REQUEST#${digest}`);
export const taskKey = (listId: string, task: string): Key =>
  key(listPartition(listId), `TASK#${task}`);

const pendingPartition = (shard: number | '*'): string => `${PENDING_PARTITION}#${shard}`;
export const PENDING_LISTS = { partition: pendingPartition, shards: 2 };
/** The beginning, before the moment (ISO 8601, UTC): pending lists sort by when they are due. */
export const DUE_PREFIX = 'DUE#';
export const dueUpTo = (moment: number): string =>
  `${DUE_PREFIX}${new Date(moment).toISOString()}~`;

/** A list that was deleted is noted beside the list that it was. */
export const pendingListKey = (listId: string, deleted: boolean, due: number): Key =>
  key(
    pendingPartition(shardOf(listId, PENDING_LISTS.shards)),
    `${DUE_PREFIX}${new Date(due).toISOString()}#${deleted ? 'DELETED' : 'LIST'}#${listId}`,
  );

/** As in access/adapters/keys.ts. */
export const partitions = () => ({
  lists: [userPartition('*'), pendingPartition('*')],
  tasks: [listPartition('*')],
});
