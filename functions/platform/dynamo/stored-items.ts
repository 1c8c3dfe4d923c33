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
