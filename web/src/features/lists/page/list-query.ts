import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../../../../shared/contract/api-error.ts';
import { type ListDetail, listRoutes } from '../../../../../shared/contract/lists.ts';
import { isFinal } from '../../../../../shared/model/list-status.ts';
import type { Api } from '../../../lib/api.ts';
import { mayRefresh } from '../../../lib/poll.ts';
import { listsGap } from '../row/queries.ts';

const isRunning = ({ status, recheck }: ListDetail): boolean =>
  !isFinal(status) || (recheck !== undefined && !isFinal(recheck.status));

/** All that is known of a list, asked for every eight seconds until it has ended. */
export const listQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ['list', id],
    queryFn: async ({ signal }) =>
      (await api(listRoutes.getFile, { params: { id } }, { signal })).data,
    refetchInterval: (query) =>
      query.state.data !== undefined && isRunning(query.state.data) && listsGap(query),
    refetchOnWindowFocus: mayRefresh,
    refetchOnReconnect: mayRefresh,
  });

/** Whether a failure means that there is no such list: one cannot be, or is not the caller's. */
export const isMissing = (failure: unknown): boolean =>
  failure instanceof ApiError && (failure.status === 404 || failure.status === 400);
