import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Outlet } from 'react-router-dom';
import { useApi, useSession } from '../lib/api.ts';
import { meQuery } from '../lib/me-query.ts';
import { MeContext } from '../lib/me.ts';
import { createQueryClient } from './query-client.ts';
import { WaitingPage } from './waiting.tsx';

/** Loads the user of the session and refreshes their data. If that fails, the session ends. */
export function CurrentUser() {
  const [queries] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queries}>
      <WithMe />
    </QueryClientProvider>
  );
}

function WithMe() {
  const api = useApi();
  const session = useSession();
  const { data: me, isError } = useQuery(meQuery({ api, session }));
  useEffect(() => {
    if (isError) session.end();
  }, [isError, session]);
  if (me === undefined || isError) return <WaitingPage />;
  return (
    <MeContext value={me}>
      <Outlet />
    </MeContext>
  );
}
