import {
  key,
  type Key,
  PENDING_PARTITION,
  singletonKey,
  userPartition,
  shardOf,
} from '../../platform/dynamo/key.ts';
import { isRecheckId } from '../rules/recheck-id.ts';

export const listPartition = (listId: string): string => `LIST#${listId}`;

export const RECHECK_PREFIX = 'RECHECK#';

/** Rechecks have a different prefix, because they are not listed, counted or paged. */
export const listKey = (userId: string, listId: string): Key =>
  key(userPartition(userId), `${isRecheckId(listId) ? RECHECK_PREFIX : 'LIST#'}${listId}`);
export const listCountKey = (userId: string): Key => key(userPartition(userId), 'LISTCOUNT');
/** Maps a list to its owner, for administrators who only know the list's id. */
export const listOwnerKey = (listId: string): Key => singletonKey('LISTOWNER', listId);
/** Key of the lock that lets only one list per user enter a stage at a time. */
export const stageLockKey = (userId: string, stage: 'ingest' | 'finalize'): Key =>
  key(userPartition(userId), stage === 'ingest' ? 'READING' : 'FINALIZING');
export const BOUNCED_PREFIX = 'BOUNCED#';
export const bouncedKey = (userId: string, hmac: string): Key =>
  key(userPartition(userId), `${BOUNCED_PREFIX}${hmac}`);
export const uploadKey = (userId: string, listId: string): Key =>
  key(userPartition(userId), `UPLOAD#${listId}`);
/** Maps an idempotency key (as a digest) to the list that its first request created. */
export const idempotencyRecordKey = (userId: string, digest: string): Key =>
  key(userPartition(userId), `REQUEST#${digest}`);
export const PAUSED_PREFIX = 'PAUSED#';
/** Marks a paused list. The keys of an account sort by the times at which its lists were created. */
export const pausedListKey = ({
  userId,
  createdAt,
  listId,
}: {
  readonly userId: string;
  readonly createdAt: string;
  readonly listId: string;
}): Key => key(userPartition(userId), `${PAUSED_PREFIX}${createdAt}#${listId}`);
export const taskKey = (listId: string, task: string): Key =>
  key(listPartition(listId), `TASK#${task}`);
/** Records when a task was sent to the engine. */
export const sentTaskKey = (listId: string, task: string): Key =>
  key(listPartition(listId), `SENT#${task}`);

const pendingPartition = (shard: number | '*'): string => `${PENDING_PARTITION}#${shard}`;
export const PENDING_LISTS = { partition: pendingPartition, shards: 2 };
/** Sort key prefix of pending lists, followed by the due time (ISO 8601, UTC). */
export const DUE_PREFIX = 'DUE#';
export const dueSortKeyUpperBound = (moment: number): string =>
  `${DUE_PREFIX}${new Date(moment).toISOString()}~`;

/** If `deleted`, the review cleans up after a deleted list. */
export const pendingListKey = (listId: string, deleted: boolean, due: number): Key =>
  key(
    pendingPartition(shardOf(listId, PENDING_LISTS.shards)),
    `${DUE_PREFIX}${new Date(due).toISOString()}#${deleted ? 'DELETED' : 'LIST'}#${listId}`,
  );

/** Partition key patterns of each kind of item; infra/features/rights.ts grants access to them. */
export const partitions = () => ({
  lists: [userPartition('*'), pendingPartition('*'), listOwnerKey('*').PK],
  tasks: [listPartition('*')],
});
