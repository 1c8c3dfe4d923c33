import type { Db, Item } from './dynamo/db.ts';

export const encodeCursor = (position: string): string =>
  Buffer.from(position).toString('base64url');
export const decodeCursor = (cursor: string): string => Buffer.from(cursor, 'base64url').toString();

export interface PagePosition {
  /** Number of the page's first row, from 1; null on an empty page. */
  readonly from: number | null;
  readonly current_page: number;
  /** Number of the last page; 1 if there are no rows. */
  readonly last_page: number;
  readonly total: number;
}

/** A request for page `page` (counted from 1) of `size` rows. */
export interface PageRequest {
  readonly page: number;
  readonly size: number;
}

/** Adds the position of a page to its rows. A page out of range has no rows. */
export function toPage<T>(
  data: readonly T[],
  { page, size }: PageRequest,
  total: number,
): PagePosition & { readonly data: readonly T[] } {
  return {
    data,
    from: data.length > 0 ? (page - 1) * size + 1 : null,
    current_page: page,
    last_page: Math.max(1, Math.ceil(total / size)),
    total,
  };
}

export function paginateRows<T>(
  rows: readonly T[],
  page: number,
  size: number,
): PagePosition & { readonly data: readonly T[] } {
  const start = (page - 1) * size;
  return toPage(rows.slice(start, start + size), { page, size }, rows.length);
}

/**
 * Returns a page of the newest `size` items whose sort keys consist of a prefix and an id, and the
 * cursor of the next page.
 * @param cursor id of an item; only older items are returned
 */
export async function queryNewestPage(
  db: Db,
  { partition, prefix }: { readonly partition: string; readonly prefix: string },
  cursor: string | undefined,
  size: number,
): Promise<{ readonly items: readonly Item[]; readonly next: string | null }> {
  const to = cursor === undefined ? undefined : prefix + cursor;
  const query = { partition, prefix, descending: true, ...(to !== undefined && { to }) };
  const found = (await db.page(query, 0, size + 2)).filter(({ SK }) => SK !== to);
  const items = found.slice(0, size);
  const last = found.length > size ? String(items.at(-1)?.['SK']) : undefined;
  return { items, next: last?.slice(prefix.length) ?? null };
}
