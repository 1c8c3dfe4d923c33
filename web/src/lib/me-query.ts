import {
  type QueryClient,
  queryOptions,
  useQueryClient,
  type QueryState,
} from '@tanstack/react-query';
import { accountRoutes, type Me } from '../../../shared/contract/account.ts';
import { suggestLanguage } from '../i18n/i18n.ts';
import type { Services } from './api.ts';
import { delayOf, mayRefresh, retryAfterOf } from './poll.ts';

const REFRESH_MS = 10_000;
const RETRY_MS = 1000;
const KEY = ['me'];

type MeState = Pick<QueryState<Me, unknown>, 'data' | 'dataUpdatedAt' | 'error' | 'errorUpdatedAt'>;

/** Milliseconds until the next refresh. Without data, the server alone says how long to wait. */
const gapOf = ({ data, error }: MeState): number => {
  const told = retryAfterOf(error);
  if (told === undefined) return REFRESH_MS;
  return Math.max(told, data === undefined ? RETRY_MS : REFRESH_MS);
};

/**
 * The signed-in user, loaded at the start and every ten seconds while the tab is visible. After a
 * failure it is tried once more; a second failure means that the session has ended. A busy server
 * that says when to come back, and a device without a network, are no failures (`delayOf`): the
 * last data stays. So the query has to run while the browser says that it is offline.
 */
export const meQuery = ({ api, session }: Services) =>
  queryOptions({
    queryKey: KEY,
    queryFn: async ({ signal }) => {
      const { data } = await api(accountRoutes.me, {}, { signal });
      session.rememberCsrf(data.csrf_token);
      await suggestLanguage(data.language);
      return data;
    },
    refetchInterval: ({ state }) => gapOf(state),
    refetchOnMount: 'always',
    refetchOnWindowFocus: mayRefresh,
    refetchOnReconnect: mayRefresh,
    networkMode: 'always',
    retry: (failures, error) => failures < 1 && delayOf(error) === undefined,
    retryDelay: RETRY_MS,
  });

/**
 * When the user's data was loaded and when it is tried next, in epoch milliseconds, for a component
 * that renders by a clock: a change of them renders nothing.
 */
export function useMeTimes(): { loadedAt: number; nextAt: number } {
  const state = useQueryClient().getQueryState<Me, unknown>(KEY);
  if (state === undefined) return { loadedAt: 0, nextAt: 0 };
  return { loadedAt: state.dataUpdatedAt, nextAt: state.errorUpdatedAt + gapOf(state) };
}

/** Loads the user's data at once, where something is known to have changed it. */
export const refreshMe = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: KEY });

/**
 * Changes the user's data until the next refresh. A refresh that is running is dropped, as it still
 * has the old data.
 */
export function useUpdateMe(): (change: (me: Me) => Me) => Promise<void> {
  const queries = useQueryClient();
  return async (change) => {
    await queries.cancelQueries({ queryKey: KEY });
    queries.setQueryData<Me>(KEY, (me) => (me === undefined ? undefined : change(me)));
  };
}
