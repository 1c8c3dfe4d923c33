import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Me } from '../../../shared/contract/account.ts';
import { suggestLanguage } from '../i18n/i18n.ts';
import type { Services } from './api.ts';

const REFRESH_MS = 10_000;
const RETRY_MS = 1000;
const KEY = ['me'];

/**
 * The signed-in user, fresh on entry and every ten seconds while the tab is looked at. A failure is
 * tried again once; the second one means that the session is over.
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
 * Changes what is known of the user until the next refresh tells. A refresh that is under way is
 * dropped: it still tells of the time before.
 */
export function useUpdateMe(): (change: (me: Me) => Me) => Promise<void> {
  const queries = useQueryClient();
  return async (change) => {
    await queries.cancelQueries({ queryKey: KEY });
    queries.setQueryData<Me>(KEY, (me) => (me === undefined ? undefined : change(me)));
  };
}
