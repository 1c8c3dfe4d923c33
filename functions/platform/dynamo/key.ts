/** Primary key of an item. Each feature constructs its keys in adapters/keys.ts. */
export interface Key {
  readonly PK: string;
  readonly SK: string;
}

export const key = (PK: string, SK: string): Key => ({ PK, SK });

/** Returns the key of the only item in a partition. It can be found by its id, but not listed. */
export const singletonKey = (kind: string, id: string): Key => key(`${kind}#${id}`, kind);

export const userPartition = (userId: string): string => `USER#${userId}`;
/** Partition of an account's log, separate from its other items. */
export const activityPartition = (accountId: string): string => `ACTIVITY#${accountId}`;

/** Returns the shard of an item, from the last character of its id (a ULID). */
export const shardOf = (id: string, shards: number): number =>
  Number.parseInt(id.at(-1) ?? '0', 36) % shards || 0;

/**
 * Partition of unfinished work of several features. Features whose pending items are spread over
 * several partitions have their own, whose names start with this one.
 */
export const PENDING_PARTITION = 'PENDING';
export const PENDING_ITEMS = { partition: () => PENDING_PARTITION, shards: 1 };
