import { encodeTime, TIME_LEN } from 'ulid';
import type { Db, Item, TransactionStep } from '../../platform/dynamo/db.ts';
import { changes, updateWrite } from '../../platform/dynamo/expression.ts';
import { userPartition } from '../../platform/dynamo/key.ts';
import {
  type PagePosition,
  type PageRequest,
  newestPage,
  pageOf,
  toPage,
} from '../../platform/paging.ts';
import type { List } from '../rules/list.ts';
import { listCountKey, listKey } from './keys.ts';
import { listOf } from './list-item.ts';

/** Updates the list count in the transaction that creates or deletes a list. */
export const listCountWrite = (userId: string, change: 1 | -1): TransactionStep =>
  updateWrite(listCountKey(userId), changes({}, { total: change }));

/** The requested page. With `since` (epoch milliseconds), only lists created from then on. */
export interface ListPageRequest extends PageRequest {
  readonly newestFirst: boolean;
  readonly since?: number | undefined;
}

/** The smallest id that can be issued at `now` (milliseconds): ids are ULIDs and sort by time. */
const firstId = (now: number): string => encodeTime(now, TIME_LEN);

const listsOf = (userId: string, newestFirst: boolean) =>
  ({ partition: userPartition(userId), prefix: 'LIST#', descending: newestFirst }) as const;

const totalOf = (count: Item | undefined): number => Number(count?.['total'] ?? 0);

/** Up to this row, a page is read in one query together with all rows before it. */
const ONE_QUERY_ROWS = 500;

/**
 * Lists page by page. The web app polls the newest lists every few seconds, so such a page, like
 * one with `since`, takes a single query.
 */
export interface ListPages {
  /** Lists older than the one that the cursor names, newest first. */
  newestAfter(
    userId: string,
    cursor: string | undefined,
    size: number,
  ): Promise<{ readonly lists: readonly List[]; readonly next: string | null }>;
  page(
    userId: string,
    wish: ListPageRequest,
  ): Promise<PagePosition & { readonly data: readonly List[] }>;
}

export function createListPages(db: Db): ListPages {
  /** The count item sorts after every list, so a descending query returns it first. */
  async function newest(userId: string, wish: PageRequest) {
    const end = wish.page * wish.size;
    const newestFirst = { ...listsOf(userId, true), prefix: 'LIST' };
    const [count, ...rows] = await db.page(newestFirst, 0, 1 + end);
    return toPage(rows.slice(end - wish.size, end), wish, totalOf(count));
  }

  async function since(time: number, userId: string, newestFirst: boolean, wish: PageRequest) {
    const from = listKey(userId, firstId(time)).SK;
    const rows = await Array.fromAsync(db.query({ ...listsOf(userId, newestFirst), from }));
    return pageOf(rows, wish.page, wish.size);
  }

  async function placed(userId: string, { since: time, newestFirst, ...wish }: ListPageRequest) {
    if (time !== undefined) return since(time, userId, newestFirst, wish);
    if (newestFirst && wish.page * wish.size <= ONE_QUERY_ROWS) return newest(userId, wish);
    const total = totalOf(await db.get(listCountKey(userId)));
    const skip = (wish.page - 1) * wish.size;
    // DynamoDB has no offset: skipped rows are read by the table but not sent.
    const rows = skip < total ? await db.page(listsOf(userId, newestFirst), skip, wish.size) : [];
    return toPage(rows, wish, total);
  }

  return {
    async newestAfter(userId, cursor, size) {
      const { items, next } = await newestPage(db, listsOf(userId, true), cursor, size);
      return { lists: items.map(listOf), next };
    },

    async page(userId, wish) {
      const page = await placed(userId, wish);
      return { ...page, data: page.data.map(listOf) };
    },
  };
}
