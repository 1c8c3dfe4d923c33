import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { type ListRow, listRoutes } from '../../../../../shared/contract/lists.ts';
import type { OutputOf } from '../../../../../shared/contract/route.ts';
import type { Api } from '../../../lib/api.ts';
import { growingGap, mayRefresh } from '../../../lib/poll.ts';

const POLL_MS = 8000;

export type ListPage = OutputOf<typeof listRoutes.listFiles>['data'];

/** Which lists are shown. */
export const listsView = z.pick(listRoutes.listFiles.query, { page: true, filter: true });

/** The key of every page of the history. */
export const listsKey = ['lists'] as const;

/** Milliseconds until the next refresh of a page: eight seconds, more after failures. */
export const listsGap = (query: Parameters<typeof growingGap>[0]): number =>
  growingGap(query, POLL_MS);

/** A page of the history, refreshed every eight seconds while its tab is visible. */
export const listsQuery = (api: Api, view: z.output<typeof listsView>) =>
  queryOptions({
    queryKey: [...listsKey, view],
    queryFn: async ({ signal }) => {
      const tz = Intl.DateTimeFormat().resolvedOptions().timeZone;
      const query = { sort: 'created_at:desc', ...view, tz } as const;
      return (await api.listFiles({ query }, { signal })).data;
    },
    refetchInterval: listsGap,
    refetchOnWindowFocus: mayRefresh,
    refetchOnReconnect: mayRefresh,
    placeholderData: keepPreviousData,
  });

/** A page without one of its rows. */
export const without = (page: ListPage, id: ListRow['id']): ListPage => ({
  ...page,
  data: page.data.filter((row) => row.id !== id),
  total: Math.max(0, page.total - 1),
});
