import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { ApiError } from '../../../../../shared/contract/api-error.ts';
import { type ListDetail, listRoutes, type ListRow } from '../../../../../shared/contract/lists.ts';
import { isFinal } from '../../../../../shared/model/list-status.ts';
import { useApi, type Api } from '../../../lib/api.ts';
import { growingGap, mayRefresh } from '../../../lib/poll.ts';
import { hasExpectation, sizeOfLook } from './expected.ts';
import { followMoves, type ListPage, listsGap, statusesOf } from './queries.ts';
import { isShort, isUnread, viewOf } from './status-view.ts';

const askFor =
  (api: Api, id: string) =>
  async ({ signal }: { signal: AbortSignal }) =>
    (await api(listRoutes.getFile, { params: { id } }, { signal })).data;

const isRunning = ({ status, recheck }: ListDetail): boolean =>
  !isFinal(status) || (recheck !== undefined && !isFinal(recheck.status));

/** The first answers are seconds away, and the customer has the page open for them. */
const LOOK_MS = 2000;

const isLooked = (list: ListDetail): boolean =>
  isUnread(list) || (sizeOfLook(list) > 0 && !hasExpectation(list));

/**
 * All that is known of a list, asked for every eight seconds until it has ended, more often while it
 * is read or its first look has yet to tell what to expect.
 */
export const listQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ['list', id],
    queryFn: async ({ signal, client, queryKey }) => {
      const list = await askFor(api, id)({ signal });
      const before = client.getQueryData<ListDetail>(queryKey);
      followMoves(client, before && [before], [list]);
      return list;
    },
    refetchInterval(query) {
      const list = query.state.data;
      if (list === undefined || !isRunning(list)) return false;
      return isLooked(list) ? growingGap(query, LOOK_MS) : listsGap(query);
    },
    // A hidden tab tells in its title when the list ends.
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: mayRefresh,
    refetchOnReconnect: mayRefresh,
  });

/**
 * The lists that wait for credits, with what each has yet to reserve: up to ten, of all pages of the
 * history.
 * @param newest its first page; asked anew when one of its lists moves, comes or goes
 */
export const shortListsQuery = (api: Api, newest: ListPage | undefined) =>
  queryOptions({
    queryKey: ['list', 'short', newest?.total, statusesOf(newest?.data ?? [])],
    queryFn: async ({ signal }) => {
      const query = { sort: 'status:asc' } as const;
      const page =
        newest?.last_page === 1
          ? newest
          : (await api(listRoutes.listFiles, { query }, { signal })).data;
      return Promise.all(page.data.filter(isShort).map(({ id }) => askFor(api, id)({ signal })));
    },
    enabled: newest !== undefined,
    placeholderData: keepPreviousData,
  });

/** Whether a failure means that there is no such list: one cannot be, or is not the caller's. */
export const isMissing = (failure: unknown): boolean =>
  failure instanceof ApiError && (failure.status === 404 || failure.status === 400);

/**
 * What is known of a list beyond its row, if that is all that is given. It is asked for again while
 * addresses are being verified, and once more when the status changes; the response about a paused
 * list is kept.
 */
export function useDetails(row: ListRow | ListDetail): ListDetail | undefined {
  const given = 'eta' in row ? row : undefined;
  const running = viewOf(row.status).progress;
  const { data } = useQuery({
    queryKey: ['list', row.id, row.status],
    queryFn: askFor(useApi(), row.id),
    refetchInterval: (query) => running && listsGap(query),
    staleTime: running ? 0 : Infinity,
    placeholderData: keepPreviousData,
    enabled: given === undefined,
  });
  return given ?? data;
}
