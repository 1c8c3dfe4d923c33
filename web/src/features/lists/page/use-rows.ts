import {
  queryOptions,
  useInfiniteQuery,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type {
  ListedRow,
  RowFilter,
  RowsFrom,
  RowsPage,
} from '../../../../../shared/contract/list-rows.ts';
import { type ListDetail, listRoutes } from '../../../../../shared/contract/lists.ts';
import { LIST_STATUS } from '../../../../../shared/model/list-status.ts';
import { KIND_OF } from '../../../../../shared/model/verdict.ts';
import { type Api, useApi } from '../../../lib/api.ts';
import { retryAfterOf } from '../../../lib/poll.ts';
import { listsGap } from '../row/queries.ts';

/** Rows per API page. */
const PAGE = 100;
/** Minimum interval between requests while scrolling. */
const GAP_MS = 200;
/** Maximum pages that are refreshed while the list is running. */
const MAX_REFRESHED = 3;

export interface Rows {
  /** Names of the file's columns except the address column. */
  header: readonly string[];
  count: number;
  /** Undefined while loading. */
  at: (row: number) => ListedRow | undefined;
  /** Total number of rows; undefined until known. */
  total: number | undefined;
  /** Number of rows known so far. */
  found: number;
  isPending: boolean;
  isLooking: boolean;
  /** The list is running, so there may be more answers by now. */
  mayGrow: boolean;
  failure: unknown;
  refetch: () => void;
  see: (first: number, last: number) => void;
}

interface Asked {
  list: ListDetail;
  filter: RowFilter;
  with?: RowsFrom['with'];
}

/** Query key of a list's rows; rows are different if any part changes. */
const keyOf = ({ list: { id, status, expires_at: written }, filter, with: more }: Asked) =>
  ['rows', id, status, written, filter, more] as const;

const again = {
  retry: (failures: number, error: unknown) => failures < 3 && retryAfterOf(error) !== undefined,
  retryDelay: (_: number, error: unknown) => retryAfterOf(error) ?? 0,
};

const pageOf = async (
  api: Api,
  { list, filter, with: more }: Asked,
  from: RowsFrom,
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

/** Whether the filter has an index, so that any row can be accessed directly. */
export const isCounted = ({ list, filter }: Asked): boolean =>
  list.status === LIST_STATUS.finished && isByReason(filter);

/** A page of indexed rows, from 0. */
const countedPage = (api: Api, asked: Asked, page: number) =>
  queryOptions({
    queryKey: [...keyOf(asked), page],
    queryFn: ({ signal }) => pageOf(api, asked, page === 0 ? {} : { offset: page * PAGE }, signal),
    staleTime: Infinity,
    ...again,
  });

/** Number of rows, if the filter has an index. */
export const useRowCount = (asked: Asked): number | undefined =>
  useQuery({ ...countedPage(useApi(), asked, 0), enabled: isCounted(asked) }).data?.total ??
  undefined;

/** Random access to the rows: visible pages are loaded. */
export function useCountedRows(asked: Asked): Rows {
  const api = useApi();
  const client = useQueryClient();
  const [pages, setPages] = useState<readonly number[]>([0]);
  const see = useThrottled((first, last) =>
    setPages((before) => {
      const from = Math.floor(first / PAGE);
      const to = Math.floor(last / PAGE);
      const next = Array.from({ length: to - from + 1 }, (_, place) => from + place);
      return next.join() === before.join() ? before : next;
    }),
  );
  const wanted = [...new Set([0, ...pages])];
  const queries = useQueries({
    queries: wanted.map((page) => ({
      ...countedPage(api, asked, page),
      // Show the page without cells while they load.
      placeholderData: client.getQueryData<RowsPage>(
        countedPage(api, { ...asked, with: undefined }, page).queryKey,
      ),
    })),
  });
  const loaded = new Map(wanted.map((page, place) => [page, queries[place]?.data?.rows]));
  const total = queries[0]?.data?.total ?? undefined;
  const failed = queries.find(({ isError }) => isError);
  return {
    header: queries[0]?.data?.header ?? [],
    count: total ?? 0,
    at: (row) => loaded.get(Math.floor(row / PAGE))?.[row % PAGE],
    total,
    found: total ?? 0,
    isPending: queries[0]?.isPending ?? true,
    isLooking: false,
    mayGrow: false,
    failure: failed?.error,
    refetch: () => void failed?.refetch(),
    see,
  };
}

/** Calls at once, then at most every GAP_MS with the latest arguments. */
function useThrottled(act: Rows['see']): Rows['see'] {
  const latest = useRef<Parameters<Rows['see']>>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const run = (): void => {
    if (latest.current === undefined) {
      timer.current = undefined;
      return;
    }
    act(...latest.current);
    latest.current = undefined;
    timer.current = setTimeout(run, GAP_MS);
  };
  return (first, last) => {
    latest.current = [first, last];
    if (timer.current === undefined) run();
  };
}

/** Number of answered addresses that match a filter, if the list's counters include it. */
export function answered({ list, filter }: Asked): number | undefined {
  const { status, reason } = filter;
  if (!isByReason(filter)) return undefined;
  if (reason) return list.reasons[reason] ?? 0;
  return status ? list[KIND_OF[status]] : list.processed;
}

/** Sequential access to the rows: search results, or answers so far. */
export function useFoundRows(asked: Asked): Rows {
  const api = useApi();
  const running = asked.list.status !== LIST_STATUS.finished;
  const query = useInfiniteQuery({
    queryKey: keyOf(asked),
    queryFn: ({ pageParam: cursor, signal }) => pageOf(api, asked, { cursor }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    staleTime: running ? 0 : Infinity,
    refetchInterval: (state) =>
      running && (state.state.data?.pages.length ?? 0) <= MAX_REFRESHED && listsGap(state),
    refetchOnWindowFocus: false,
    ...again,
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
    // The extra row is a placeholder for those still being loaded.
    count: rows.length + (hasNextPage ? 1 : 0),
    at: (row) => rows[row],
    total: hasNextPage || running ? undefined : rows.length,
    found: running ? (answered(asked) ?? rows.length) : rows.length,
    isPending: query.isPending,
    isLooking: hasNextPage && isFetching,
    mayGrow: running,
    failure: isError ? query.error : undefined,
    refetch: () => void (query.isFetchNextPageError ? fetchNextPage() : refetch()),
    see: (_, seen) => setLast(seen),
  };
}
