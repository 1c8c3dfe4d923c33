import { useSyncExternalStore } from 'react';
import { Navigate, Outlet } from 'react-router-dom';
import { loadSignedInTexts } from '../i18n/i18n.ts';
import { useSession } from '../lib/api.ts';
import { useMe } from '../lib/me.ts';
import { homePath } from '../lib/paths.ts';
import { areaOf, homeOf, type Area } from './area.ts';
import { lazyPage } from './lazy-page.ts';

export const CurrentUser = lazyPage(async () => {
  const texts = loadSignedInTexts();
  const { CurrentUser: component } = await import('./current-user.tsx');
  await texts;
  return { CurrentUser: component };
}, 'CurrentUser');

function useToken(): string | undefined {
  const session = useSession();
  return useSyncExternalStore(session.subscribe, session.token);
}

/** Guards the pages of visitors: sends signed-in users home. */
export function SignedOut() {
  return useToken() === undefined ? <Outlet /> : <Navigate to={homePath} replace />;
}

/**
 * Guards the pages of signed-in users: sends visitors to the login. The token is the key, so that a
 * new session keeps no data of the one before.
 */
export function SignedIn() {
  const token = useToken();
  return token === undefined ? (
    <Navigate to={homeOf.visitor} replace />
  ) : (
    <CurrentUser key={token} />
  );
}

/** Guards the pages of one area: sends the users of other areas home. */
export function Only({ area }: { area: Area }) {
  return areaOf(useMe()) === area ? <Outlet /> : <Home />;
}

/** Sends a signed-in user to the first page of their area. */
export const Home = () => <Navigate to={homeOf[areaOf(useMe())]} replace />;
