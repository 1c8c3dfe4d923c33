import * as z from 'zod/mini';
import type { Db, Item, Query } from './db.ts';

/** Merges sorted sequences into one. Holds one item per sequence in memory. */
export async function* mergeSorted<T>(
  sources: readonly AsyncIterable<T>[],
  compare: (a: T, b: T) => number,
): AsyncGenerator<T> {
  const heads: { value: T; readonly iterator: AsyncIterator<T> }[] = [];
  await Promise.all(
    sources.map(async (source) => {
      const iterator = source[Symbol.asyncIterator]();
      const first = await iterator.next();
      if (!first.done) heads.push({ value: first.value, iterator });
    }),
  );
  for (;;) {
    const head = heads.toSorted((a, b) => compare(a.value, b.value))[0];
    if (!head) return;
    yield head.value;
    const next = await head.iterator.next();
    if (next.done) heads.splice(heads.indexOf(head), 1);
    else head.value = next.value;
  }
}

const bySortKey = (a: Item, b: Item): number => (String(a['SK']) < String(b['SK']) ? -1 : 1);

/**
 * Yields the items that are due for a schedule, ordered by sort key. An item may be returned twice.
 * Items are spread over several partitions, each of which accepts a thousand writes per second.
 * Never change the number of `shards`: existing items would be looked up in the wrong partition.
 * @param partition returns the partition key of a shard
 */
export async function* queryDueItems<S extends z.core.$ZodType>(
  db: Db,
  schema: S,
  { partition, shards }: { readonly partition: (shard: number) => string; readonly shards: number },
  range: Pick<Query, 'prefix' | 'to'> = {},
): AsyncGenerator<z.output<S>> {
  const sources = Array.from({ length: shards }, (_, shard) =>
    db.query({ partition: partition(shard), ...range }),
  );
  for await (const item of mergeSorted(sources, bySortKey)) yield z.parse(schema, item);
}
