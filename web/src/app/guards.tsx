import { useSyncExternalStore } from 'react';
import { Navigate, Outlet } from 'react-router-dom';
import { useSession } from '../lib/api.ts';
import { paths } from '../lib/paths.ts';
import { lazyPage } from './lazy-page.ts';

const CurrentUser = lazyPage(() => import('./current-user.tsx'), 'CurrentUser');

/** Fetches at once what a session leads to step by step: the user's part and the dashboard. */
export const preloadSignedIn = () =>
  Promise.allSettled([
    import('./current-user.tsx'),
    import('./customer-frame.tsx'),
    import('./pages/dashboard-page.tsx'),
  ]);

function useToken(): string | undefined {
  const session = useSession();
  return useSyncExternalStore(session.subscribe, session.token);
}

/** Lets nobody past without a session; each session starts with nothing known. */
export function SignedIn() {
  const token = useToken();
  return token === undefined ? <Navigate to={paths.login} replace /> : <CurrentUser key={token} />;
}

/** The pages of those who are not signed in; whoever is goes home. */
export function SignedOut() {
  return useToken() === undefined ? <Outlet /> : <Navigate to={paths.home} replace />;
}
