import { queryOptions, useInfiniteQuery, useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type {
  ListedRow,
  RowFilter,
  RowsPageQuery,
  RowsPage,
} from '../../../../../shared/contract/list-rows.ts';
import type { ListDetail } from '../../../../../shared/contract/list-detail.ts';
import { listRoutes } from '../../../../../shared/contract/lists.ts';
import { LIST_STATUS } from '../../../../../shared/model/list-status.ts';
import { KIND_BY_STATUS } from '../../../../../shared/model/verdict.ts';
import { type Api, useApi } from '../../../lib/api.ts';
import { retryAfterOf } from '../../../lib/poll.ts';
import { listsPollInterval } from '../row/queries.ts';

const PAGE_SIZE = 100;
/** Minimum interval between requests while the user scrolls. */
const THROTTLE_MS = 200;
/** While the list is running, its rows are refreshed only up to this number of loaded pages. */
const MAX_REFRESHED_PAGES = 3;

export interface RowsResult {
  /** Names of the file's columns except the address column. */
  header: readonly string[];
  count: number;
  /** Returns the row at an index; undefined while it is loading. */
  at: (row: number) => ListedRow | undefined;
  /** Total number of rows; undefined if not known yet. */
  total: number | undefined;
  /** Number of rows found so far. */
  found: number;
  isPending: boolean;
  isSearching: boolean;
  /** Whether more rows may be added, because the list is running. */
  mayGrow: boolean;
  failure: unknown;
  refetch: () => void;
  setVisibleRange: (first: number, last: number) => void;
}

interface RowQuery {
  list: ListDetail;
  filter: RowFilter;
  with?: RowsPageQuery['with'];
}

/** The query key includes everything that can change the rows. */
const keyOf = ({ list: { id, status, expires_at: written }, filter, with: more }: RowQuery) =>
  ['rows', id, status, written, filter, more] as const;

const retryOptions = {
  retry: (failures: number, error: unknown) => failures < 3 && retryAfterOf(error) !== undefined,
  retryDelay: (_: number, error: unknown) => retryAfterOf(error) ?? 0,
};

const fetchPage = async (
  api: Api,
  { list, filter, with: more }: RowQuery,
  from: RowsPageQuery,
  signal: AbortSignal,
) =>
  (
    await api(
      listRoutes.listRows,
      { params: { id: list.id }, query: { ...filter, with: more, ...from } },
      { signal },
    )
  ).data;

/** Whether the filter uses only status and reason, for which the API has an index. */
const isByReason = ({ domain, q, only, min_score }: RowFilter): boolean =>
  !domain && !q && !only && min_score === undefined;

/** Whether the API has an index for the list and filter, which gives access to any row. */
export const hasIndex = ({ list, filter }: RowQuery): boolean =>
  list.status === LIST_STATUS.finished && isByReason(filter);

/** Query for a page of indexed rows; `page` counts from 0. */
const indexedPage = (api: Api, rowQuery: RowQuery, page: number) =>
  queryOptions({
    queryKey: [...keyOf(rowQuery), page],
    queryFn: ({ signal }) =>
      fetchPage(api, rowQuery, page === 0 ? {} : { offset: page * PAGE_SIZE }, signal),
    staleTime: Infinity,
    ...retryOptions,
  });

/** Gives random access to the rows of an indexed filter. Loads the pages of visible rows. */
export function useIndexedRows(rowQuery: RowQuery): RowsResult {
  const api = useApi();
  const client = useQueryClient();
  const [pages, setPages] = useState<readonly number[]>([0]);
  const setVisibleRange = useThrottled((first, last) =>
    setPages((before) => {
      const from = Math.floor(first / PAGE_SIZE);
      const to = Math.floor(last / PAGE_SIZE);
      const next = Array.from({ length: to - from + 1 }, (_, index) => from + index);
      return next.join() === before.join() ? before : next;
    }),
  );
  const visiblePages = [...new Set([0, ...pages])];
  const queries = useQueries({
    queries: visiblePages.map((page) => ({
      ...indexedPage(api, rowQuery, page),
      // Show the page without cells while its cells are loading.
      placeholderData: client.getQueryData<RowsPage>(
        indexedPage(api, { ...rowQuery, with: undefined }, page).queryKey,
      ),
    })),
  });
  const loaded = new Map(visiblePages.map((page, index) => [page, queries[index]?.data?.rows]));
  const total = queries[0]?.data?.total ?? undefined;
  const failed = queries.find(({ isError }) => isError);
  return {
    header: queries[0]?.data?.header ?? [],
    count: total ?? 0,
    at: (row) => loaded.get(Math.floor(row / PAGE_SIZE))?.[row % PAGE_SIZE],
    total,
    found: total ?? 0,
    isPending: queries[0]?.isPending ?? true,
    isSearching: false,
    mayGrow: false,
    failure: failed?.error,
    refetch: () => void failed?.refetch(),
    setVisibleRange,
  };
}

/** Calls immediately, then at most every THROTTLE_MS with the latest arguments. */
function useThrottled(callback: RowsResult['setVisibleRange']): RowsResult['setVisibleRange'] {
  const latest = useRef<Parameters<RowsResult['setVisibleRange']>>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const run = (): void => {
    if (latest.current === undefined) {
      timer.current = undefined;
      return;
    }
    callback(...latest.current);
    latest.current = undefined;
    timer.current = setTimeout(run, THROTTLE_MS);
  };
  return (first, last) => {
    latest.current = [first, last];
    if (timer.current === undefined) run();
  };
}

/** Returns how many verified addresses match a filter; undefined if the list has no such count. */
export function countVerified({ list, filter }: RowQuery): number | undefined {
  const { status, reason, only, domain, q, min_score } = filter;
  const isOnlySuggested =
    only === 'suggested' && ![status, reason, domain, q, min_score].some(Boolean);
  if (isOnlySuggested) return list.suggested;
  if (!isByReason(filter)) return undefined;
  if (reason) return list.reasons[reason] ?? 0;
  return status ? list[KIND_BY_STATUS[status]] : list.processed;
}

/** Gives sequential access to the rows, for searches and for the results of a running list. */
export function useSequentialRows(rowQuery: RowQuery): RowsResult {
  const api = useApi();
  const running = rowQuery.list.status !== LIST_STATUS.finished;
  const query = useInfiniteQuery({
    queryKey: keyOf(rowQuery),
    queryFn: ({ pageParam: cursor, signal }) => fetchPage(api, rowQuery, { cursor }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    staleTime: running ? 0 : Infinity,
    refetchInterval: (state) =>
      running &&
      (state.state.data?.pages.length ?? 0) <= MAX_REFRESHED_PAGES &&
      listsPollInterval(state),
    refetchOnWindowFocus: false,
    ...retryOptions,
  });
  const { data, hasNextPage, isFetching, isError, fetchNextPage, refetch } = query;
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  const [last, setLast] = useState(0);
  const more = hasNextPage && !isFetching && !isError && last >= rows.length;
  useEffect(() => {
    if (more) void fetchNextPage();
  }, [more, fetchNextPage]);
  return {
    header: data?.pages[0]?.header ?? [],
    // The additional row is a placeholder for rows that are still loading.
    count: rows.length + (hasNextPage ? 1 : 0),
    at: (row) => rows[row],
    total: hasNextPage || running ? undefined : rows.length,
    found: running ? (countVerified(rowQuery) ?? rows.length) : rows.length,
    isPending: query.isPending,
    isSearching: hasNextPage && isFetching,
    mayGrow: running,
    failure: isError ? query.error : undefined,
    refetch: () => void (query.isFetchNextPageError ? fetchNextPage() : refetch()),
    setVisibleRange: (_, seen) => setLast(seen),
  };
}
