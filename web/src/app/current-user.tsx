import {
  MutationCache,
  QueryClient,
  QueryClientProvider,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Outlet, useMatch } from 'react-router-dom';
import { ApiError } from '../../../shared/contract/api-error.ts';
import { listsQuery, NEWEST } from '../features/lists/row/queries.ts';
import { useServices } from '../lib/api.ts';
import { toastFailure } from '../lib/failure.ts';
import { meQuery } from '../lib/me-query.ts';
import { MeContext } from '../lib/me.ts';
import { paths } from '../lib/paths.ts';
import { delayOf } from '../lib/poll.ts';
import { ConnectionNotice } from './connection-notice.tsx';
import { WaitingPage } from './waiting.tsx';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** A failure of this action is not shown as a toast. */
      quiet?: true;
    };
  }
}

/** A failed read is shown by its page. A failed action is shown as a toast unless it is `quiet`. */
const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: false },
      // Without a network an action fails at once, and does not run by itself later.
      mutations: { networkMode: 'always' },
    },
    mutationCache: new MutationCache({
      onError: (failure, _variables, _result, mutation) => {
        if (!mutation.meta?.quiet) toastFailure(failure);
      },
    }),
  });

/**
 * Loads the user of the session and refreshes their data. If that fails, the session ends; if it
 * only takes longer, the last data stays and a notice says so. The lists of the dashboard are asked
 * for meanwhile.
 */
export function CurrentUser() {
  const [queries] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queries}>
      <WithMe />
    </QueryClientProvider>
  );
}

function WithMe() {
  const services = useServices();
  const { api, session } = services;
  const queries = useQueryClient();
  const atLists = useMatch(paths.dashboard) !== null;
  useEffect(() => {
    if (atLists) void queries.prefetchQuery(listsQuery(api, NEWEST));
  }, [atLists, queries, api]);
  const { data: me, error } = useQuery(meQuery(services));
  const ended = error !== null && delayOf(error) === undefined;
  useEffect(() => {
    if (!ended) return;
    const reason = error instanceof ApiError && error.status === 401 ? 'expired' : 'unreachable';
    session.end({ reason, email: me?.email });
  }, [ended, error, me, session]);
  if (ended) return <WaitingPage />;
  return (
    <>
      {me === undefined ? (
        <WaitingPage />
      ) : (
        <MeContext value={me}>
          <Outlet />
        </MeContext>
      )}
      <ConnectionNotice error={error} />
    </>
  );
}
