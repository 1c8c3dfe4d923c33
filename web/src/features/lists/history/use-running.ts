import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../lib/api.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { listsGap, listsQuery, NEWEST, type ListPage } from '../row/queries.ts';
import { shareDone, viewOf } from '../row/status-view.ts';

const newestRunning = (page: ListPage | undefined) =>
  page?.data.find(({ status }) => viewOf(status).progress);

/** Progress and name of the newest running list, for the browser's tab; refreshed if hidden too. */
export function useRunning(): string | undefined {
  const format = useFormat();
  const { data } = useQuery({
    ...listsQuery(useApi(), NEWEST),
    refetchInterval: (query) => newestRunning(query.state.data) !== undefined && listsGap(query),
    refetchIntervalInBackground: true,
  });
  const list = newestRunning(data);
  return list && `${format.percent(shareDone(list))} · ${list.file_name}`;
}

/** Whether the customer has no list; undefined until that is known. */
export function useIsNew(): boolean | undefined {
  const query = { ...listsQuery(useApi(), NEWEST), refetchInterval: false } as const;
  return useQuery({ ...query, select: ({ total }) => total === 0 }).data;
}
