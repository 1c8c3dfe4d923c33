import type { z } from 'zod/mini';
import type { listRoutes } from '../../../shared/contract/lists.ts';
import type { OutputOf } from '../../../shared/contract/route.ts';
import type { Language } from '../../../shared/model/account.ts';
import type { Caller } from '../../access/authenticate.ts';
import { consumeOrThrow } from '../../access/limits/limits.ts';
import { userIdOf } from '../../access/rules/owner.ts';
import { paginateRows } from '../../platform/paging.ts';
import type { List } from '../rules/list.ts';
import { startOfDay } from '../../platform/start-of-day.ts';
import { toListRow } from './describe-list.ts';
import type { ListsDeps } from '../deps.ts';

type ListFiles = (typeof listRoutes)['listFiles'];
type Query = z.output<ListFiles['query']>;

const PAGE_SIZE = 10;
/** Last page without a separate rate limit. Reading a page also reads all lists before it. */
const MAX_UNLIMITED_PAGE = 50;

/**
 * Returns a page of a user's lists. The filter `today` means the current day in the client's time
 * zone, Paris by default. A search, a sort other than by date, or a page beyond MAX_UNLIMITED_PAGE
 * reads many lists and has a separate rate limit, per person, because each open tab polls.
 * @param language collation language for names
 * @throws {AppError} `too_many_requests`
 */
export async function readHistoryPage(
  { lists, clock, limits }: Pick<ListsDeps, 'lists' | 'clock' | 'limits'>,
  { ownerId: userId, person }: Pick<Caller, 'ownerId' | 'person'>,
  { page, sort, filter, tz, q }: Query,
  language: Language,
): Promise<OutputOf<ListFiles>['data']> {
  const since = filter === 'today' ? startOfDay(clock.now(), tz) : undefined;
  const newestFirst = sort === 'created_at:desc';
  const needle = normalizeForSearch(q?.trim() ?? '');
  const isByDate = newestFirst || sort === 'created_at:asc';
  if (needle !== '' || !isByDate || page > MAX_UNLIMITED_PAGE)
    await consumeOrThrow(limits, 'search_user', person?.id ?? userIdOf(userId));
  if (needle === '' && isByDate) {
    const found = await lists.page(userId, { page, size: PAGE_SIZE, newestFirst, since });
    return { ...found, data: found.data.map(toListRow) };
  }
  const all = await lists.list(userId);
  const found = all.filter(
    (list) =>
      (since === undefined || Date.parse(list.createdAt) >= since) &&
      [list.name, list.sourceName, list.listId].some((text) =>
        normalizeForSearch(text).includes(needle),
      ),
  );
  const paged = paginateRows(found.toSorted(orderOf(sort, language)), page, PAGE_SIZE);
  return { ...paged, data: paged.data.map(toListRow) };
}

const normalizeForSearch = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Array sorting is stable, so lists that compare equal remain in input order, newest first. */
function orderOf(sort: Query['sort'], language: Language): (a: List, b: List) => number {
  const { compare } = new Intl.Collator(language, { numeric: true });
  const [field = '', direction] = sort.split(':');
  const orders: Readonly<Record<string, (a: List, b: List) => number>> = {
    file_name: (a, b) => compare(a.name, b.name),
    total_email: (a, b) => a.total - b.total,
    status: (a, b) => a.status - b.status,
  };
  const order = orders[field] ?? ((a, b) => (a.listId < b.listId ? -1 : 1));
  return direction === 'asc' ? order : (a, b) => order(b, a);
}
