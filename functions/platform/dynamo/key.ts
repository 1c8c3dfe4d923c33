/** The primary key of an item of the table. Each feature makes its own in adapters/keys.ts. */
export interface Key {
  readonly PK: string;
  readonly SK: string;
}

export const key = (PK: string, SK: string): Key => ({ PK, SK });

/** The key of an item that is alone in its partition: found by its id, never listed. */
export const aloneKey = (kind: string, id: string): Key => key(`${kind}#${id}`, kind);

/** Everything of one user that is read together. */
export const userPartition = (userId: string): string => `USER#${userId}`;

/** In which of so many partitions something stands, by the end of its id, a ULID. */
export const shardOf = (id: string, shards: number): number =>
  Number.parseInt(id.at(-1) ?? '0', 36) % shards || 0;

/** What a schedule still has to finish; lists stand in partitions of their own, named after it. */
export const PENDING_PARTITION = 'PENDING';
export const PENDING = { partition: () => PENDING_PARTITION, shards: 1 };
