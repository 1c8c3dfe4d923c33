/** Primary key of an item. Each feature builds its own in adapters/keys.ts. */
export interface Key {
  readonly PK: string;
  readonly SK: string;
}

export const key = (PK: string, SK: string): Key => ({ PK, SK });

/** Key of an item with its own partition: found by id, never listed. */
export const singletonKey = (kind: string, id: string): Key => key(`${kind}#${id}`, kind);

/** All items of a user that are read together. */
export const userPartition = (userId: string): string => `USER#${userId}`;

/** Shard of an item by the end of its id, a ULID. */
export const shardOf = (id: string, shards: number): number =>
  Number.parseInt(id.at(-1) ?? '0', 36) % shards || 0;

/** Unfinished work for a schedule; lists have their own partitions, named after this one. */
export const PENDING_PARTITION = 'PENDING';
export const PENDING = { partition: () => PENDING_PARTITION, shards: 1 };
