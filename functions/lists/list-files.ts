import type { z } from 'zod/mini';
import type { listRoutes } from '../../shared/contract/lists.ts';
import type { OutputOf } from '../../shared/contract/route.ts';
import { startOfDay } from './rules/start-of-day.ts';
import { rowOf } from './describe-list.ts';
import type { ListsDeps } from './deps.ts';

type ListFiles = (typeof listRoutes)['listFiles'];

const PAGE_SIZE = 10;

/** A page of a user's lists; `today` is the day in the client's time zone, or in Paris. */
export async function listFiles(
  { lists, clock }: Pick<ListsDeps, 'lists' | 'clock'>,
  userId: string,
  query: z.output<ListFiles['query']>,
): Promise<OutputOf<ListFiles>['data']> {
  const page = await lists.page(userId, {
    page: query.page,
    size: PAGE_SIZE,
    newestFirst: query.sort === 'created_at:desc',
    since: query.filter === 'today' ? startOfDay(clock.now(), query.tz) : undefined,
  });
  return { ...page, data: page.data.map(rowOf) };
}
