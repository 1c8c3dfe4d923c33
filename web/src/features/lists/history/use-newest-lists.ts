import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../lib/api.ts';
import { listsPollInterval, listsQuery, NEWEST_LISTS_VIEW } from '../row/queries.ts';
import { isListInProgress, useTabTitle } from '../row/use-tab-title.ts';

/** Polls the newest lists even in a hidden tab while one of them is in progress. */
export function useProgressTitle(): string | undefined {
  const { data } = useQuery({
    ...listsQuery(useApi(), NEWEST_LISTS_VIEW),
    refetchInterval: (query) =>
      query.state.data?.data.some(isListInProgress) === true && listsPollInterval(query),
    refetchIntervalInBackground: true,
  });
  return useTabTitle(data?.data);
}

/** Whether the customer has no list; undefined while loading, null if loading failed. */
export function useHasNoLists(): boolean | null | undefined {
  const query = { ...listsQuery(useApi(), NEWEST_LISTS_VIEW), refetchInterval: false } as const;
  const { data, errorUpdateCount } = useQuery({ ...query, select: ({ total }) => total === 0 });
  // React Query resets the error of a query without data when it retries, so use the error count.
  return data ?? (errorUpdateCount > 0 ? null : undefined);
}
