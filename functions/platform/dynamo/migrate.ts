import * as z from 'zod/mini';
import type { PlatformDeps } from '../deps.ts';
import { forEach } from '../for-each.ts';
import type { Expression, Item } from './db.ts';
import { allOf, deleteWrite, isNew, putWrite } from './expression.ts';
import { key, type Key } from './key.ts';

/**
 * A change of the layout of stored items. The attribute `v` of an item is the number of its layout;
 * an item without it has layout 1.
 */
export interface Migration {
  readonly name: string;
  /** The layout that the items get; those that have it, or a later one, are left. */
  readonly layout: number;
  /** Of which items it is the layout. */
  readonly items: Expression;
  /** What an item becomes, under the same key or another one. */
  readonly change: (item: Item) => Item & Key;
}

/** What a run did. */
export interface Migrated {
  /** Items of the old layout that were found, */
  found: number;
  /** rewritten, */
  changed: number;
  /** and left, since something else wrote them meanwhile: the next run finds them again. */
  left: number;
}

interface MigrateOptions {
  /** Without it items are counted, and nothing is written. */
  readonly apply: boolean;
  /** Parts of the table that are read at the same time. */
  readonly segments: number;
  /** Items that are read at once; as many as fit into a megabyte without. */
  readonly pageSize?: number;
  /** Told after every page. */
  readonly onPage?: (soFar: Migrated) => void;
}

/** Writes under way in one segment. */
const CONCURRENCY = 16;

const storedPlace = z.object({ next: z.optional(z.record(z.string(), z.unknown())) });

const primaryKey = z.object({ PK: z.string(), SK: z.string() });

/** The condition that an item is as it was read. */
const isUnchanged = (item: Item): Expression => {
  const all = Object.entries(item).map(([name, value], at) => ({
    text: `#u${at} = :u${at}`,
    names: { [`#u${at}`]: name },
    values: { [`:u${at}`]: value },
  }));
  return allOf(all) ?? isNew;
};

/**
 * Gives all items of a kind a new layout while the table is in use. An item is rewritten only while
 * it is as it was read, so nothing is lost and a second run finds nothing left to do. After every
 * page each segment notes in the table how far it is; a run that was broken off goes on there.
 */
export async function migrate(
  { db, scanPages }: Pick<PlatformDeps, 'db' | 'scanPages'>,
  { name, layout, items: kind, change }: Migration,
  { apply, segments, pageSize, onPage }: MigrateOptions,
): Promise<Migrated> {
  const count: Migrated = { found: 0, changed: 0, left: 0 };
  const partition = `MIGRATION#${name}`;
  const filter = {
    text: `(${kind.text}) AND (attribute_not_exists(#v) OR #v < :v)`,
    names: { ...kind.names, '#v': 'v' },
    values: { ...kind.values, ':v': layout },
  };

  async function rewrite(item: Item): Promise<void> {
    const after = { ...change(item), v: layout };
    const before = primaryKey.parse(item);
    const isSame = before.PK === after.PK && before.SK === after.SK;
    const isDone = isSame
      ? await db.put(after, isUnchanged(item))
      : (await db.transact([putWrite(after, isNew), deleteWrite(before, isUnchanged(item))])) ===
        undefined;
    count[isDone ? 'changed' : 'left'] += 1;
  }

  async function migrateSegment(segment: number): Promise<void> {
    const place = key(partition, `SEGMENT#${segment}/${segments}`);
    const noted = apply ? await db.get(place) : undefined;
    const from = noted && storedPlace.parse(noted).next;
    if (noted && !from) return;
    const part = { segment, of: segments };
    const pages = scanPages(filter, { part, from, ...(pageSize !== undefined && { pageSize }) });
    for await (const { items, next } of oneAhead(pages)) {
      count.found += items.length;
      if (apply) {
        await forEach(items, CONCURRENCY, rewrite);
        await db.put({ ...place, next });
      }
      onPage?.(count);
    }
  }

  await Promise.all(Array.from({ length: segments }, (_, segment) => migrateSegment(segment)));
  if (apply) await db.deleteAll({ partition });
  return count;
}

/**
 * Reads each page before the one before it is handed out: the emulator of a laptop does not go on
 * from a key that has moved. Where a run was broken off it ends there; another run finds the rest.
 */
async function* oneAhead<T>(pages: AsyncIterable<T>): AsyncGenerator<T> {
  const ahead: T[] = [];
  for await (const page of pages) {
    ahead.push(page);
    if (ahead.length > 1) yield* ahead.splice(0, 1);
  }
  yield* ahead;
}
