import {
  Suspense,
  type ReactElement,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react';
import {
  BrowserRouter,
  Navigate,
  Outlet,
  Route,
  Routes,
  useLocation,
  useNavigationType,
} from 'react-router-dom';
import { PublicLayout } from '../features/layout/public-layout.tsx';
import { homePath, paths } from '../lib/paths.ts';
import { useMay, useMe } from '../lib/me.ts';
import { AREAS, areaOf, type UserArea, areaHomePaths, homePathOf, type Area } from './area.ts';
import { lazyPage } from './lazy-page.ts';
import { type Page, type PageName, pages, pagesOf } from './pages.ts';
import { usePageLinks } from './use-page-links.ts';
import { LoadingPage } from './loading.tsx';
import { useSession } from '../lib/api.ts';
import { useLoginState, type LoginState } from '../lib/login-state.ts';

const LazyCurrentUserProvider = lazyPage(
  async () => ({ CurrentUser: (await import('./signed-in.ts')).CurrentUserProvider }),
  'signed-in',
);

function useToken(): string | undefined {
  const session = useSession();
  return useSyncExternalStore(session.subscribe, session.token);
}

/** Redirects logged-in users to the page they requested, or to their home. */
function RequireLoggedOut() {
  const { next = homePath } = useLoginState();
  return useToken() === undefined ? <Outlet /> : <Navigate to={next} replace />;
}

/**
 * Guards pages for logged-in users: redirects visitors to the login, which leads back to the page
 * unless they have just logged out. Keyed by the token, so that a new session does not see data of
 * the previous session.
 */
function RequireLogin() {
  const token = useToken();
  const ended = useSession().ended();
  const { pathname, search } = useLocation();
  if (token !== undefined) return <LazyCurrentUserProvider key={token} />;
  const state: LoginState = ended === 'asked' ? {} : { next: pathname + search, ...ended };
  return <Navigate to={areaHomePaths.visitor} state={state} replace />;
}

function RequireArea({ area }: { area: Area }) {
  const me = useMe();
  return areaOf(me) === area && !me.factor_required ? <Outlet /> : <RedirectHome />;
}

/** Guards the pages that customers and administrators share. */
function RequireAccount() {
  return areaOf(useMe()) === 'terms' ? <RedirectHome /> : <Outlet />;
}

const RedirectHome = () => <Navigate to={homePathOf(useMe())} replace />;

function RequireRole({ name }: { name: PageName }) {
  const { role, Component }: Page = pages[name];
  return useMay()(role) ? <Component /> : <RedirectHome />;
}

const CustomerFrame = lazyPage(async () => ({
  CustomerFrame: (await import('./signed-in.ts')).CustomerFrame,
}));
// Loads the texts `admin`, because the menu shows the titles of the administrators' pages.
const AdminFrame = lazyPage(() => import('./admin-frame.tsx'), 'admin');

function PublicFrame() {
  const { pathname } = useLocation();
  const { Aside, wide }: Partial<Page> =
    Object.entries<Page>(pages).find(([name]) => paths[name as PageName] === pathname)?.[1] ?? {};
  return (
    <PublicLayout
      links={usePageLinks('anyone', 'footIcon')}
      wide={wide === true}
      aside={Aside && <Aside />}
    >
      <Outlet />
    </PublicLayout>
  );
}

const userFrames: Record<UserArea, ReactElement> = {
  terms: <PublicFrame />,
  customer: <CustomerFrame />,
  admin: <AdminFrame />,
};

/**
 * The frame of a user's own area. It surrounds the guards of the areas, so that it keeps its state,
 * such as an open dialog, when the user navigates from one area to another.
 */
const UserFrame = () => userFrames[areaOf(useMe())];

/** Loads in parallel what a customer's first page would otherwise load sequentially. */
export const preloadDashboard = () =>
  Promise.allSettled(
    [LazyCurrentUserProvider, CustomerFrame, pages.dashboard.Component].map(({ preload }) =>
      preload(),
    ),
  );

const routesOf = (area: Page['area']) =>
  pagesOf(area).map((name) => (
    <Route key={name} caseSensitive path={paths[name]} element={<RequireRole name={name} />} />
  ));

/** Scrolls to the top of new pages only. After going back, the browser restores the position. */
function ScrollToTop() {
  const { pathname } = useLocation();
  const navigationType = useNavigationType();
  const previousPathname = useRef(pathname);
  useLayoutEffect(() => {
    if (previousPathname.current !== pathname && navigationType !== 'POP') scrollTo(0, 0);
    previousPathname.current = pathname;
  }, [pathname, navigationType]);
  return null;
}

function RedirectTrailingSlash({ children }: { children: ReactNode }) {
  const { pathname, search, hash } = useLocation();
  const trimmed = pathname.replace(/(?<=[^/])\/+$/, '');
  return trimmed === pathname ? (
    children
  ) : (
    <Navigate to={{ pathname: trimmed, search, hash }} replace />
  );
}

/** Unknown paths redirect to the home page or, without a session, to the login. */
export function Router() {
  return (
    <BrowserRouter>
      <ScrollToTop />
      <RedirectTrailingSlash>
        <Suspense fallback={<LoadingPage />}>
          <Routes>
            <Route element={<PublicFrame />}>{routesOf('anyone')}</Route>
            <Route element={<RequireLoggedOut />}>
              <Route element={<PublicFrame />}>{routesOf('visitor')}</Route>
            </Route>
            <Route element={<RequireLogin />}>
              <Route path={homePath} element={<RedirectHome />} />
              <Route element={<UserFrame />}>
                <Route element={<RequireAccount />}>{routesOf('account')}</Route>
                {AREAS.filter((area) => area !== 'visitor').map((area) => (
                  <Route key={area} element={<RequireArea area={area} />}>
                    {routesOf(area)}
                  </Route>
                ))}
              </Route>
            </Route>
            <Route path="*" element={<Navigate to={homePath} replace />} />
          </Routes>
        </Suspense>
      </RedirectTrailingSlash>
    </BrowserRouter>
  );
}
