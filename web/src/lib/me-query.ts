import {
  type QueryClient,
  queryOptions,
  useQueryClient,
  type QueryState,
} from '@tanstack/react-query';
import { accountRoutes, type Me } from '../../../shared/contract/account.ts';
import { POLL_MS } from '../../../shared/model/duration.ts';
import { suggestLanguage } from '../i18n/i18n.ts';
import type { AppDependencies } from './api.ts';
import { temporaryCause, mayRefresh, retryAfterOf } from './poll.ts';

const RETRY_DELAY_MS = 1000;
const ME_QUERY_KEY = ['me'];

type MeState = Pick<QueryState<Me, unknown>, 'data' | 'dataUpdatedAt' | 'error' | 'errorUpdatedAt'>;

/**
 * Returns the milliseconds until the next poll: ten seconds, or more if the server asked for a
 * longer wait. Before the first data arrives, waits only as long as the server asked for.
 */
const refreshInterval = ({ data, error }: MeState): number => {
  const retryAfterMs = retryAfterOf(error);
  if (retryAfterMs === undefined) return POLL_MS.me;
  return Math.max(retryAfterMs, data === undefined ? RETRY_DELAY_MS : POLL_MS.me);
};

/**
 * Query for the logged-in user. Loaded at startup, then polled every ten seconds while the tab is
 * visible. A failure is retried once; a second failure ends the session. If the server asks to
 * retry later, or the device is offline (`temporaryCause`), the last data is kept and the session
 * continues. The query also runs while the browser is offline, because it would otherwise report no
 * error.
 */
export const meQuery = ({ api, session }: AppDependencies) =>
  queryOptions({
    queryKey: ME_QUERY_KEY,
    queryFn: async ({ signal }) => {
      const { data } = await api(accountRoutes.me, {}, { signal });
      session.rememberCsrf(data.csrf_token);
      const isJoined = data.accounts.some(
        ({ id, role }) => id === data.account_id && role !== 'owner',
      );
      if (isJoined || data.account_transferred) session.keepAccount(data.account_id);
      await suggestLanguage(data.language);
      return data;
    },
    refetchInterval: ({ state }) => refreshInterval(state),
    refetchOnMount: 'always',
    refetchOnWindowFocus: mayRefresh,
    refetchOnReconnect: mayRefresh,
    networkMode: 'always',
    retry: (failures, error) => failures < 1 && temporaryCause(error) === undefined,
    retryDelay: RETRY_DELAY_MS,
  });

/**
 * Returns the times of the last load and of the next attempt, in epoch milliseconds. A change of
 * these times does not cause a render, so the component must render on a timer.
 */
export function useMeTimes(): { loadedAt: number; nextAt: number } {
  const state = useQueryClient().getQueryState<Me, unknown>(ME_QUERY_KEY);
  if (state === undefined) return { loadedAt: 0, nextAt: 0 };
  return { loadedAt: state.dataUpdatedAt, nextAt: state.errorUpdatedAt + refreshInterval(state) };
}

/** Refreshes the user's data immediately, after an action that changed it. */
export const refreshMe = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: ME_QUERY_KEY });

/** Changes the cached user until the next refresh, and cancels a refresh in flight. */
export function useUpdateMe(): (change: (me: Me) => Me) => Promise<void> {
  const queries = useQueryClient();
  return async (change) => {
    await queries.cancelQueries({ queryKey: ME_QUERY_KEY });
    queries.setQueryData<Me>(ME_QUERY_KEY, (me) => (me === undefined ? undefined : change(me)));
  };
}
