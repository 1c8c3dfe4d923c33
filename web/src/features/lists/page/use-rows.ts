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

/** Rows of a page of the API. */
const PAGE = 100;
/** How often rows are asked for at most while they are scrolled through. */
const GAP_MS = 200;
/** Pages that are asked again while the list runs. */
const MAX_REFRESHED = 3;

export interface Rows {
  /** The names of the file's columns beside that of the addresses. */
  header: readonly string[];
  /** Rows to lay out. */
  count: number;
  /** Undefined while it is loading. */
  at: (row: number) => ListedRow | undefined;
  /** How many there are; undefined as long as nobody knows. */
  total: number | undefined;
  /** How many are known of so far. */
  found: number;
  isPending: boolean;
  /** Further rows are being looked for. */
  isLooking: boolean;
  /** The list runs, so that there may be more answers by now. */
  mayGrow: boolean;
  failure: unknown;
  refetch: () => void;
  /** Loads the rows that are seen, or soon will be. */
  see: (first: number, last: number) => void;
}

interface Asked {
  list: ListDetail;
  filter: RowFilter;
  /** Whether with the cells beside the address. */
  with?: RowsFrom['with'];
}

/** What the rows of a list are kept under: a change of any of it makes them others. */
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

/** Whether status and reason are all that is asked, by which the API has counted rows. */
const isByReason = ({ domain, q, only, min_score }: RowFilter): boolean =>
  !domain && !q && !only && min_score === undefined;

/** Whether any row can be reached at once, as the API has counted those of this filter. */
export const isCounted = ({ list, filter }: Asked): boolean =>
  list.status === LIST_STATUS.finished && isByReason(filter);

/** A page of counted rows, from 0. */
const countedPage = (api: Api, asked: Asked, page: number) =>
  queryOptions({
    queryKey: [...keyOf(asked), page],
    queryFn: ({ signal }) => pageOf(api, asked, page === 0 ? {} : { offset: page * PAGE }, signal),
    staleTime: Infinity,
    ...again,
  });

/** How many rows there are, where the API has counted them. */
export const useRowCount = (asked: Asked): number | undefined =>
  useQuery({ ...countedPage(useApi(), asked, 0), enabled: isCounted(asked) }).data?.total ??
  undefined;

/** The rows by their numbers: the pages that are seen are loaded. */
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
      // Without the cells that were asked for since.
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

/** Calls at once, then at most every GAP_MS, with what was last given. */
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

/** How many answered addresses of a list a filter lets through, where its counters tell. */
export function answered({ list, filter }: Asked): number | undefined {
  const { status, reason } = filter;
  if (!isByReason(filter)) return undefined;
  if (reason) return list.reasons[reason] ?? 0;
  return status ? list[KIND_OF[status]] : list.processed;
}

/** The rows one page after the other: those that are looked for, or that are answered so far. */
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
    // The last one stands for those that are still looked for.
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
