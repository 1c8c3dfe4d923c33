import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ListRow } from '../../../../../shared/contract/lists.ts';
import type { Api } from '../../../lib/api.ts';
import { listsGap } from './queries.ts';
import { viewOf } from './status-view.ts';

/**
 * What is known of a list beyond its row. It is asked again while addresses are being verified, and
 * once more when the status changes; the response about a paused list is kept.
 */
export function detailsQuery(api: Api, { id, status }: Pick<ListRow, 'id' | 'status'>) {
  const running = viewOf(status).progress;
  return queryOptions({
    queryKey: ['list', id, status],
    queryFn: async ({ signal }) => (await api.getFile({ params: { id } }, { signal })).data,
    refetchInterval: (query) => running && listsGap(query),
    staleTime: running ? 0 : Infinity,
    placeholderData: keepPreviousData,
  });
}
