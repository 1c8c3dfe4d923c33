import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type ListDetail, listRoutes, type ListRow } from '../../../../../shared/contract/lists.ts';
import { useApi, type Api } from '../../../lib/api.ts';
import { listsGap } from './queries.ts';
import { viewOf } from './status-view.ts';

/**
 * What is known of a list beyond its row. It is asked again while addresses are being verified, and
 * once more when the status changes; the response about a paused list is kept.
 */
function detailsQuery(api: Api, { id, status }: Pick<ListRow, 'id' | 'status'>) {
  const running = viewOf(status).progress;
  return queryOptions({
    queryKey: ['list', id, status],
    queryFn: async ({ signal }) =>
      (await api(listRoutes.getFile, { params: { id } }, { signal })).data,
    refetchInterval: (query) => running && listsGap(query),
    staleTime: running ? 0 : Infinity,
    placeholderData: keepPreviousData,
  });
}

/** What is known of a list: asked for where only its row is there. */
export function useDetails(row: ListRow | ListDetail): ListDetail | undefined {
  const given = 'eta' in row ? row : undefined;
  const { data } = useQuery({ ...detailsQuery(useApi(), row), enabled: given === undefined });
  return given ?? data;
}
