import * as z from 'zod/mini';
import { mergeSorted } from '../merge-sorted.ts';
import type { Db, Item, Query } from './db.ts';

const bySortKey = (a: Item, b: Item): number => (String(a['SK']) < String(b['SK']) ? -1 : 1);

/**
 * What a schedule still has to do, in the order of its sort keys; one item may come twice. It lies
 * in partitions of its own, each of which takes a thousand writes a second: with another number of
 * them, what is noted already would be looked for in the wrong one.
 * @param partition gives the name of each of so many `shards`
 */
export async function* dueItems<S extends z.core.$ZodType>(
  db: Db,
  schema: S,
  { partition, shards }: { readonly partition: (shard: number) => string; readonly shards: number },
  within: Pick<Query, 'prefix' | 'to'> = {},
): AsyncGenerator<z.output<S>> {
  const sources = Array.from({ length: shards }, (_, shard) =>
    db.query({ partition: partition(shard), ...within }),
  );
  for await (const item of mergeSorted(sources, bySortKey)) yield z.parse(schema, item);
}
