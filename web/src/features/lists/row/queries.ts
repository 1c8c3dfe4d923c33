import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { type ListRow, listRoutes } from '../../../../../shared/contract/lists.ts';
import type { OutputOf } from '../../../../../shared/contract/route.ts';
import type { Api } from '../../../lib/api.ts';
import { growingGap, mayRefresh } from '../../../lib/poll.ts';

const POLL_MS = 8000;
/** What was asked for before the page is shown is not asked for again by it. */
const FRESH_MS = 5000;

export type ListPage = OutputOf<typeof listRoutes.listFiles>['data'];

/** Which lists are shown, and in which order. */
export const listsView = z.pick(listRoutes.listFiles.query, {
  sort: true,
  page: true,
  filter: true,
  q: true,
});
export type ListsView = z.output<typeof listsView>;

export const NEWEST = listsView.parse({});

/** The id of a list's row in the document. */
export const rowId = (id: ListRow['id']): string => `list-${id}`;

/** The key of every page of the history. */
export const listsKey = ['lists'] as const;

/** Milliseconds until the next refresh of a page: eight seconds, more after failures. */
export const listsGap = (query: Parameters<typeof growingGap>[0]): number =>
  growingGap(query, POLL_MS);

/** A page of the history, refreshed every eight seconds while its tab is visible. */
export const listsQuery = (api: Api, view: ListsView) =>
  queryOptions({
    queryKey: [...listsKey, view],
    queryFn: async ({ signal }) => {
      const tz = Intl.DateTimeFormat().resolvedOptions().timeZone;
      const query = { ...view, tz };
      return (await api(listRoutes.listFiles, { query }, { signal })).data;
    },
    refetchInterval: listsGap,
    staleTime: FRESH_MS,
    refetchOnWindowFocus: mayRefresh,
    refetchOnReconnect: mayRefresh,
    placeholderData: keepPreviousData,
  });

export const without = (page: ListPage, id: ListRow['id']): ListPage => ({
  ...page,
  data: page.data.filter((row) => row.id !== id),
  total: Math.max(0, page.total - 1),
});
