import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Me } from '../../../shared/contract/account.ts';
import { suggestLanguage } from '../i18n/i18n.ts';
import type { Services } from './api.ts';

const REFRESH_MS = 10_000;
const RETRY_MS = 1000;
const KEY = ['me'];

/**
 * The signed-in user, loaded at the start and every ten seconds while the tab is visible. After a
 * failure it is tried once more; a second failure means that the session has ended.
 */
export const meQuery = ({ api, session }: Services) =>
  queryOptions({
    queryKey: KEY,
    queryFn: async ({ signal }) => {
      const { data } = await api.me({}, { signal });
      session.rememberCsrf(data.csrf_token);
      await suggestLanguage(data.language);
      return data;
    },
    refetchInterval: REFRESH_MS,
    refetchOnMount: 'always',
    retry: 1,
    retryDelay: RETRY_MS,
  });

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
