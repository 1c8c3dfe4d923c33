import * as z from 'zod/mini';
import type { Db, Query } from './db.ts';
import type { Key } from './key.ts';

export async function findStoredItem<S extends z.core.$ZodType>(
  db: Db,
  schema: S,
  key: Key,
): Promise<z.output<S> | undefined> {
  const item = await db.get(key);
  return item && z.parse(schema, item);
}

export async function* queryStoredItems<S extends z.core.$ZodType>(
  db: Db,
  schema: S,
  query: Query,
): AsyncGenerator<z.output<S>> {
  for await (const item of db.query(query)) yield z.parse(schema, item);
}

export const listStoredItems = <S extends z.core.$ZodType>(
  db: Db,
  schema: S,
  query: Query,
): Promise<z.output<S>[]> => Array.fromAsync(queryStoredItems(db, schema, query));

/**
 * Returns the reads of a store with one item per owner and id.
 * @param keyOf returns the key of an item. Keys of the same owner differ only at the end, in the id.
 */
export const createItemReader = <S extends z.core.$ZodType>(
  db: Db,
  schema: S,
  keyOf: (owner: string, id: string) => Key,
  options: Pick<Query, 'descending'> = {},
) => ({
  get: (owner: string, id: string) => findStoredItem(db, schema, keyOf(owner, id)),

  /** Yields the items of an owner with a prefix of the id, by default in ascending order of ids. */
  list(owner: string, idPrefix = '') {
    const { PK: partition, SK: prefix } = keyOf(owner, idPrefix);
    return listStoredItems(db, schema, { partition, prefix, ...options });
  },
});
