import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { z } from 'zod/mini';
import type { ListDetail, ListSummary } from '../../../../../shared/contract/list-detail.ts';
import { listRoutes } from '../../../../../shared/contract/lists.ts';
import type { OutputOf } from '../../../../../shared/contract/route.ts';
import { POLL_MS } from '../../../../../shared/model/duration.ts';
import type { Api } from '../../../lib/api.ts';
import { refreshMe } from '../../../lib/me-query.ts';
import { backoffInterval, mayRefresh } from '../../../lib/poll.ts';

/** A page that was prefetched within this time is not requested again. */
const MAX_PREFETCH_AGE_MS = 5000;

export type ListPage = OutputOf<typeof listRoutes.listFiles>['data'];

export const listsViewSchema = z.pick(listRoutes.listFiles.query, {
  sort: true,
  page: true,
  filter: true,
  q: true,
});
export type ListsView = z.output<typeof listsViewSchema>;

export const NEWEST_LISTS_VIEW = listsViewSchema.parse({});

/** Common prefix of the query keys of all pages of the history. */
export const LISTS_QUERY_KEY = ['lists'] as const;

/** Returns the milliseconds until the next poll: eight seconds, or more after failures. */
export const listsPollInterval = (query: Parameters<typeof backoffInterval>[0]): number =>
  backoffInterval(query, POLL_MS.lists);

type ListSnapshot = Pick<ListSummary, 'id' | 'status'> & Pick<Partial<ListDetail>, 'recheck'>;

export const statusFingerprint = (lists: readonly ListSnapshot[]): string =>
  lists.map(({ id, status, recheck }) => `${id} ${status} ${recheck?.status}`).join();

/** Refetches the customer's credits if the snapshots differ in lists, statuses or rechecks. */
export function refreshCreditsOnChange(
  queries: QueryClient,
  before: readonly ListSnapshot[] | undefined,
  after: readonly ListSnapshot[],
): void {
  if (before && statusFingerprint(before) !== statusFingerprint(after)) void refreshMe(queries);
}

/** Query for a page of the history, polled while the browser tab is visible. */
export const listsQuery = (api: Api, view: ListsView) =>
  queryOptions({
    queryKey: [...LISTS_QUERY_KEY, view],
    queryFn: async ({ signal, client, queryKey }) => {
      const tz = Intl.DateTimeFormat().resolvedOptions().timeZone;
      const query = { ...view, tz };
      const { data: page } = await api(listRoutes.listFiles, { query }, { signal });
      refreshCreditsOnChange(client, client.getQueryData<ListPage>(queryKey)?.data, page.data);
      return page;
    },
    refetchInterval: listsPollInterval,
    staleTime: MAX_PREFETCH_AGE_MS,
    refetchOnWindowFocus: mayRefresh,
    refetchOnReconnect: mayRefresh,
    placeholderData: keepPreviousData,
  });

export const removeListFromPage = (page: ListPage, id: ListSummary['id']): ListPage => ({
  ...page,
  data: page.data.filter((row) => row.id !== id),
  total: Math.max(0, page.total - 1),
});
