import type { listFilesRoute } from '../../shared/contract/lists.ts';
import type { InputOf, OutputOf } from '../../shared/contract/route.ts';
import { pageOf } from '../domain/paging.ts';
import { startOfDay } from '../domain/start-of-day.ts';
import { rowOf } from './describe-list.ts';
import type { Lists } from './ports/lists.ts';
import type { Clock } from './ports/system.ts';

const PAGE_SIZE = 10;

/** A page of a user's lists; `today` is the day in the client's time zone, or in Paris. */
export async function listFiles(
  { lists, clock }: { readonly lists: Lists; readonly clock: Clock },
  userId: string,
  query: InputOf<typeof listFilesRoute>['query'],
): Promise<OutputOf<typeof listFilesRoute>['data']> {
  const newestFirst = await lists.all(userId);
  const since = query.filter === 'today' ? startOfDay(clock.now(), query.tz) : 0;
  const wanted = newestFirst.filter((list) => Date.parse(list.createdAt) >= since);
  const page = pageOf(
    query.sort === 'created_at:asc' ? wanted.toReversed() : wanted,
    query.page,
    PAGE_SIZE,
  );
  return { ...page, data: page.data.map(rowOf) };
}
