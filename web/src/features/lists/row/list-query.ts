import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { ApiError } from '../../../../../shared/client/api-error.ts';
import type { ListDetail, ListSummary } from '../../../../../shared/contract/list-detail.ts';
import { listRoutes } from '../../../../../shared/contract/lists.ts';
import { isFinalStatus } from '../../../../../shared/model/list-status.ts';
import { useApi, type Api } from '../../../lib/api.ts';
import { backoffInterval, mayRefresh } from '../../../lib/poll.ts';
import { canExtrapolate, previewedCount } from './expected-result.ts';
import {
  refreshCreditsOnChange,
  type ListPage,
  listsPollInterval,
  statusFingerprint,
} from './queries.ts';
import { isShortOfCredits, isBeforeIngest, statusViewOf } from './status-view.ts';

const fetchList =
  (api: Api, id: string) =>
  async ({ signal }: { signal: AbortSignal }) =>
    (await api(listRoutes.getFile, { params: { id } }, { signal })).data;

const isRunning = ({ status, recheck }: ListDetail): boolean =>
  !isFinalStatus(status) || (recheck !== undefined && !isFinalStatus(recheck.status));

/** Short, because the first verdicts take only seconds and the customer waits for them. */
const PREVIEW_POLL_MS = 2000;

const isPreviewing = (list: ListDetail): boolean =>
  isBeforeIngest(list) || (previewedCount(list) > 0 && !canExtrapolate(list));

/**
 * Query for a list, polled every eight seconds until the list and its recheck have finished, and
 * more often during ingest or preview.
 */
export const listQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ['list', id],
    queryFn: async ({ signal, client, queryKey }) => {
      const list = await fetchList(api, id)({ signal });
      const before = client.getQueryData<ListDetail>(queryKey);
      refreshCreditsOnChange(client, before && [before], [list]);
      return list;
    },
    refetchInterval(query) {
      const list = query.state.data;
      if (list === undefined || !isRunning(list)) return false;
      return isPreviewing(list)
        ? backoffInterval(query, PREVIEW_POLL_MS)
        : listsPollInterval(query);
    },
    // Poll in the background too, because the title of a hidden tab shows when the list finishes.
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: mayRefresh,
    refetchOnReconnect: mayRefresh,
  });

/** Limits the pages of running lists, because each page counts as a search. */
const MAX_PAGES = 5;
const MAX_WAITING_LISTS = 10;

/**
 * Query for up to ten lists that wait for credits, from all pages of the history, with the credits
 * that each needs. Finds fewer while more than forty lists are running, because running lists sort
 * before paused ones.
 * @param newest first page of the history: if one of its lists changes, the query is reloaded
 */
export const waitingListsQuery = (api: Api, newest: ListPage | undefined) =>
  queryOptions({
    queryKey: ['list', 'short', newest?.total, statusFingerprint(newest?.data ?? [])],
    queryFn: async ({ signal }) => {
      const waiting: ListSummary[] = [];
      for (let page = 1, last = 1; page <= last; page += 1) {
        const query = { sort: 'status:asc', page } as const;
        const { data: rows, last_page } =
          newest?.last_page === 1
            ? newest
            : (await api(listRoutes.listFiles, { query }, { signal })).data;
        waiting.push(...rows.filter(isShortOfCredits));
        const isOver =
          waiting.length >= MAX_WAITING_LISTS || rows.some(({ status }) => isFinalStatus(status));
        last = isOver ? page : Math.min(last_page, MAX_PAGES);
      }
      return Promise.all(
        waiting.slice(0, MAX_WAITING_LISTS).map(({ id }) => fetchList(api, id)({ signal })),
      );
    },
    enabled: newest !== undefined,
    placeholderData: keepPreviousData,
  });

/** Whether the list does not exist, has a malformed id, or belongs to another account. */
export const isListNotFound = (failure: unknown): boolean =>
  failure instanceof ApiError && (failure.status === 404 || failure.status === 400);

/**
 * Loads the details of a list if only its row is given. Polls while addresses are being verified;
 * otherwise loads them once for each status.
 */
export function useListDetails(row: ListSummary | ListDetail): ListDetail | undefined {
  const details = 'eta' in row ? row : undefined;
  const running = statusViewOf(row.status).progress;
  const { data } = useQuery({
    queryKey: ['list', row.id, row.status],
    queryFn: fetchList(useApi(), row.id),
    refetchInterval: (query) => running && listsPollInterval(query),
    staleTime: running ? 0 : Infinity,
    placeholderData: keepPreviousData,
    enabled: details === undefined,
  });
  return details ?? data;
}
