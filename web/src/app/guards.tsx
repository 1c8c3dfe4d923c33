import { useSyncExternalStore } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useSession } from '../lib/api.ts';
import { useMe } from '../lib/me.ts';
import { useLoginState, type LoginState } from '../lib/login-state.ts';
import { homePath, paths } from '../lib/paths.ts';
import { areaOf, areaHomePaths, type Area } from './area.ts';
import { lazyPage } from './lazy-page.ts';

export const LazyCurrentUserProvider = lazyPage(
  async () => ({ CurrentUser: (await import('./signed-in.ts')).CurrentUserProvider }),
  'signed-in',
);

function useToken(): string | undefined {
  const session = useSession();
  return useSyncExternalStore(session.subscribe, session.token);
}

/** Redirects logged-in users to the page they requested, or to their home. */
export function RequireLoggedOut() {
  const { next = homePath } = useLoginState();
  return useToken() === undefined ? <Outlet /> : <Navigate to={next} replace />;
}

/**
 * Guards pages for logged-in users: redirects visitors to the login, which leads back to the page
 * unless they have just logged out. Keyed by the token, so that a new session does not see data of
 * the previous session.
 */
export function RequireLogin() {
  const token = useToken();
  const ended = useSession().ended();
  const { pathname, search } = useLocation();
  if (token !== undefined) return <LazyCurrentUserProvider key={token} />;
  const state: LoginState = ended === 'asked' ? {} : { next: pathname + search, ...ended };
  return <Navigate to={areaHomePaths.visitor} state={state} replace />;
}

export function RequireArea({ area }: { area: Area }) {
  const me = useMe();
  return areaOf(me) === area && !me.factor_required ? <Outlet /> : <RedirectHome />;
}

/** Guards the pages that customers and administrators share. */
export function RequireAccount() {
  return areaOf(useMe()) === 'terms' ? <RedirectHome /> : <Outlet />;
}

export function RedirectHome() {
  const me = useMe();
  return <Navigate to={me.factor_required ? paths.security : areaHomePaths[areaOf(me)]} replace />;
}
