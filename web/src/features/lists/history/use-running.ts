import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../lib/api.ts';
import { listsGap, listsQuery, NEWEST } from '../row/queries.ts';
import { isUnderWay, useTabTitle } from '../row/use-tab-title.ts';

/** What the browser's tab says of the newest lists, which are refreshed if it is hidden, too. */
export function useRunning(): string | undefined {
  const { data } = useQuery({
    ...listsQuery(useApi(), NEWEST),
    refetchInterval: (query) => query.state.data?.data.some(isUnderWay) === true && listsGap(query),
    refetchIntervalInBackground: true,
  });
  return useTabTitle(data?.data);
}

/** Whether the customer has no list; undefined until that is known. */
export function useIsNew(): boolean | undefined {
  const query = { ...listsQuery(useApi(), NEWEST), refetchInterval: false } as const;
  return useQuery({ ...query, select: ({ total }) => total === 0 }).data;
}
