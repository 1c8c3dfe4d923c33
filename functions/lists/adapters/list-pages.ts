import { encodeTime, TIME_LEN } from 'ulid';
import type { Db, Item } from '../../platform/dynamo/db.ts';
import { userPartition } from '../../platform/dynamo/key.ts';
import {
  type PagePosition,
  type PageRequest,
  queryNewestPage,
  paginateRows,
  toPage,
} from '../../platform/paging.ts';
import type { List } from '../rules/list.ts';
import { listCountKey, listKey } from './keys.ts';
import { listFromItem } from './list-item.ts';

/** `since` (epoch milliseconds) restricts the pages to lists created at or after that time. */
export interface ListPageRequest extends PageRequest {
  readonly newestFirst: boolean;
  readonly since?: number | undefined;
}

/** The smallest list id issued at `now` (epoch milliseconds). Ids are ULIDs, which sort by time. */
const minIdAt = (now: number): string => encodeTime(now, TIME_LEN);

const listsQuery = (userId: string, newestFirst: boolean) =>
  ({ partition: userPartition(userId), prefix: 'LIST#', descending: newestFirst }) as const;

const totalOf = (count: Item | undefined): number => Number(count?.['total'] ?? 0);

/**
 * A newest-first page that ends within this many rows takes a single query, which also reads all
 * rows before the page.
 */
const MAX_SINGLE_QUERY_ROWS = 500;

/**
 * Reads a user's lists page by page. The web app polls the page with the newest lists every few
 * seconds, so this page takes a single query, as does any page with `since`.
 */
export interface ListPages {
  /** Lists older than the list at the cursor, newest first. Without a cursor, the newest lists. */
  newestAfter(
    userId: string,
    cursor: string | undefined,
    size: number,
  ): Promise<{ readonly lists: readonly List[]; readonly next: string | null }>;
  page(
    userId: string,
    request: ListPageRequest,
  ): Promise<PagePosition & { readonly data: readonly List[] }>;
}

export function createListPages(db: Db): ListPages {
  /** The count item sorts after every list, so a descending query returns it first. */
  async function newestRows(userId: string, request: PageRequest) {
    const end = request.page * request.size;
    const query = { ...listsQuery(userId, true), prefix: 'LIST' };
    const [count, ...rows] = await db.page(query, 0, 1 + end);
    return toPage(rows.slice(end - request.size, end), request, totalOf(count));
  }

  async function pageSince(
    time: number,
    userId: string,
    newestFirst: boolean,
    request: PageRequest,
  ) {
    const from = listKey(userId, minIdAt(time)).SK;
    const rows = await Array.fromAsync(db.query({ ...listsQuery(userId, newestFirst), from }));
    return paginateRows(rows, request.page, request.size);
  }

  async function fetchPage(
    userId: string,
    { since: time, newestFirst, ...request }: ListPageRequest,
  ) {
    if (time !== undefined) return pageSince(time, userId, newestFirst, request);
    if (newestFirst && request.page * request.size <= MAX_SINGLE_QUERY_ROWS)
      return newestRows(userId, request);
    const total = totalOf(await db.get(listCountKey(userId)));
    const skip = (request.page - 1) * request.size;
    // DynamoDB has no offset, so it reads the skipped rows without returning them.
    const rows =
      skip < total ? await db.page(listsQuery(userId, newestFirst), skip, request.size) : [];
    return toPage(rows, request, total);
  }

  return {
    async newestAfter(userId, cursor, size) {
      const { items, next } = await queryNewestPage(db, listsQuery(userId, true), cursor, size);
      return { lists: items.map(listFromItem), next };
    },

    async page(userId, request) {
      const page = await fetchPage(userId, request);
      return { ...page, data: page.data.map(listFromItem) };
    },
  };
}
