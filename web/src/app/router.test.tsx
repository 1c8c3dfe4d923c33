import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { clearPendingEmail, setPendingEmail } from '../features/account/pending-email.ts';
import { AppDependenciesProvider } from '../lib/api.ts';
import { defaultConfig } from '../lib/config.ts';
import { homePath, paths } from '../lib/paths.ts';
import { createSession } from '../lib/session.ts';
import { initEnglishTexts } from '../testing/i18n.ts';
import { signedInUser } from '../testing/signed-in-user.ts';
import { AREAS, areaHomePaths, type Area, type UserArea } from './area.ts';
import { pages, pagesOf } from './pages.ts';
import { Router } from './router.tsx';

const customer = signedInUser;
const users = {
  terms: { ...customer, terms_accepted: 0 },
  customer,
  admin: { ...customer, role: 1 },
} satisfies Record<UserArea, object>;
const emptyPage = { data: [], from: null, current_page: 1, last_page: 1, total: 0 };
const emptyResponses: Readonly<Record<string, object>> = {
  '/api/get-plan': { data: [] },
  '/api/figures': { data: [] },
  '/api/webhooks': { data: [] },
  '/api/subscription': { data: 'https://portal.test/' },
  '/api/security': { data: { totp: null, passkeys: [], recovery_codes: 0, reset_at: null } },
  '/api/users': { ...emptyPage, total_active: 0, total_inactive: 0, others: [] },
};

/**
 * Opens the app at a path, with an API that knows the user or rejects the session.
 * @returns the calls
 */
function open(
  path: string,
  {
    token,
    me,
    lists = emptyPage,
  }: { token?: string; me?: object | 'refused'; lists?: object } = {},
) {
  const calls: Request[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    calls.push(new Request(new URL(url, 'http://localhost'), init));
    if (me === 'refused')
      return Response.json({ message: ['Sign in'], code: 'unauthenticated' }, { status: 401 });
    if (url === '/api/me') return Response.json({ data: me });
    if (url.startsWith('/api/get-file?')) return Response.json({ data: lists });
    return Response.json(emptyResponses[url.split('?')[0] ?? ''] ?? { data: emptyPage });
  });
  const session = createSession();
  if (token !== undefined) session.start({ token, csrf_token: 'csrf-0' });
  history.replaceState(null, '', path);
  render(
    <AppDependenciesProvider config={defaultConfig} session={session}>
      <Router />
    </AppDependenciesProvider>,
  );
  return { calls, session };
}

const scrollToMock = vi.fn<(x: number, y: number) => void>();
vi.stubGlobal('scrollTo', scrollToMock);

const heading = () => screen.findByRole('heading', { level: 1 });
beforeAll(async () => {
  await initEnglishTexts();
  // jsdom does not implement modal dialogs.
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close: () => undefined,
  });
});
afterEach(() => {
  cleanup();
  createSession().end();
  clearPendingEmail();
  vi.unstubAllGlobals();
  vi.stubGlobal('scrollTo', scrollToMock);
  scrollToMock.mockClear();
});

const openAs = (area: Area, path: string) =>
  open(path, area === 'visitor' ? {} : { token: 't', me: users[area] });

const UNKNOWN: readonly string[] = ['/no-such-page', '/no/such/page', '/a.b', '/Login', '/login/'];
const allPaths: readonly string[] = Object.values(paths);

test('every page has a known path', () => {
  expect(allPaths.filter((path) => UNKNOWN.includes(path))).toEqual([]);
});

describe.each(AREAS)('the area %s', (area) => {
  const shared = area === 'customer' || area === 'admin' ? pagesOf('account') : [];
  const ownPages = [...pagesOf(area), ...shared, ...pagesOf('anyone')];
  const ownPaths = ownPages.map((name): string => paths[name]);
  const otherPaths = allPaths.filter((path) => !ownPaths.includes(path));

  test.each(ownPaths)('can open %s', async (path) => {
    setPendingEmail('ada@tamis.test', undefined);
    openAs(area, path);
    expect(await heading()).toBeDefined();
    expect(location.pathname).toBe(path);
  });

  test.each([homePath, ...UNKNOWN, ...otherPaths])('is redirected home from %s', async (path) => {
    const { calls } = openAs(area, path);
    const home = pagesOf(area).find((name) => paths[name] === areaHomePaths[area]);
    expect((await heading()).textContent).toBe(home && i18next.t(pages[home].title));
    expect(location.pathname).toBe(areaHomePaths[area]);
    expect(calls.length > 0, 'only logged-in areas call the API').toBe(area !== 'visitor');
  });
});

test('leads from the code back to the form of a registration whose address was wrong', async () => {
  for (const [registration, target] of [
    ['secret', paths.signup],
    [undefined, paths.login],
  ] as const) {
    setPendingEmail('ada@tamis.test', registration);
    open(paths.otp);
    const link = await screen.findByRole('link', { name: 'Use another email address' });
    expect(link.getAttribute('href')).toBe(target);
    cleanup();
  }
});

test('redirects an administrator without the required second factor to the security page', async () => {
  const me = { ...users.admin, factor_required: true };
  for (const path of [paths.adminDashboard, '/users/user-1', homePath]) {
    open(path, { token: 't', me });
    expect(await screen.findByRole('heading', { name: 'Security' })).toBeDefined();
    expect(location.pathname).toBe(paths.security);
    cleanup();
  }
});

test('loads the user with the token of the session, and greets them', async () => {
  const { calls, session } = open('/dashboard', { token: 't1', me: customer });
  expect(await screen.findByText('Welcome, Ada')).toBeDefined();
  expect(screen.getByText('1,200 credits available')).toBeDefined();
  expect(calls[0]?.headers.get('authorization')).toBe('Bearer t1');
  expect(session.csrf()).toBe('csrf-1');
});

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

test('opens the requested page with its query after the login', async () => {
  const { session } = open('/usage?month=2026-10', { me: customer });
  expect(await screen.findByRole('heading', { name: 'Log in' })).toBeDefined();
  expect(screen.queryByText(/Your session has ended/)).toBeNull();
  expect(document.activeElement).toBe(field('Email'));
  act(() => session.start({ token: 't', csrf_token: 'c' }));
  expect(await screen.findByRole('heading', { name: 'Usage' })).toBeDefined();
  expect(location.pathname + location.search).toBe('/usage?month=2026-10');
});

test('explains why a session was lost, keeps the email, and returns to the page after the login', async () => {
  const { session } = open('/settings', { token: 't', me: customer });
  expect(await screen.findByRole('heading', { name: 'Settings' })).toBeDefined();
  act(() => session.end({ reason: 'unreachable', email: 'ada@tamis.test' }));
  expect(await screen.findByText(/The service did not answer/)).toBeDefined();
  expect(field('Email').value).toBe('ada@tamis.test');
  expect(document.activeElement).toBe(field('Password'));
  act(() => session.start({ token: 't2', csrf_token: 'c' }));
  expect(await screen.findByRole('heading', { name: 'Settings' })).toBeDefined();
});

test('opens the home page when logging in after a logout', async () => {
  const { session } = open('/settings', { token: 't', me: customer });
  expect(await screen.findByRole('heading', { name: 'Settings' })).toBeDefined();
  act(() => session.end());
  expect(await screen.findByRole('heading', { name: 'Log in' })).toBeDefined();
  act(() => session.start({ token: 't2', csrf_token: 'c' }));
  expect(await screen.findByText('Welcome, Ada')).toBeDefined();
});

test('ends a session that the server rejects twice', async () => {
  const { calls, session } = open('/dashboard', { token: 'old', me: 'refused' });
  expect(await screen.findByRole('heading', { name: 'Log in' })).toBeDefined();
  expect(session.token()).toBeUndefined();
  expect(screen.getByText('Your session has ended. Log in to continue.')).toBeDefined();
  const requestedPaths = calls.map(({ url }) => new URL(url).pathname);
  expect(requestedPaths.filter((path) => path === '/api/me')).toHaveLength(2);
});

test('opens a page at the top, except when going back', async () => {
  open('/settings', { token: 't', me: customer });
  expect(await screen.findByRole('heading', { name: 'Settings' })).toBeDefined();
  expect(scrollToMock).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('link', { name: 'Pricing' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Pricing' })).toBeDefined();
  expect(scrollToMock.mock.calls).toEqual([[0, 0]]);
  act(() => history.back());
  expect(await screen.findByRole('heading', { name: 'Settings' })).toBeDefined();
  expect(scrollToMock).toHaveBeenCalledTimes(1);
});

test('does not show the first steps again, even if the only list is deleted', async () => {
  const steps = () => screen.queryByRole('region', { name: 'Get started in three steps' });
  open('/dashboard', { token: 't', me: customer });
  await screen.findByRole('region', { name: 'Get started in three steps' });
  cleanup();
  const withOneList = { ...emptyPage, total: 1 };
  open('/dashboard', { token: 't', me: customer, lists: withOneList });
  await vi.waitFor(
    () => expect(localStorage.getItem('first-steps:ada@tamis.test')).toContain('stepsClosed'),
    { timeout: 5000 },
  );
  cleanup();
  open('/dashboard', { token: 't', me: customer });
  expect(await screen.findByText(/Your lists will appear here/)).toBeDefined();
  expect(steps()).toBeNull();
  cleanup();
  localStorage.clear();
  open('/dashboard', { token: 't', me: { ...customer, stripe_customer_id: 'cus_1' } });
  expect(await screen.findByText(/Your lists will appear here/)).toBeDefined();
  expect(steps()).toBeNull();
});

test('opens the check of an address typed after Ctrl+K on any page', async () => {
  open(paths.usage, { token: 't', me: customer });
  await screen.findByRole('heading', { level: 1 });
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  const box = await screen.findByRole('combobox', { name: /^A page, a list/ });
  fireEvent.change(box, { target: { value: 'jo@mail.example' } });
  fireEvent.keyDown(box, { key: 'Enter' });
  const email = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Email address' });
  await vi.waitFor(() => expect(document.activeElement).toBe(email));
  expect(email.value).toBe('jo@mail.example');
  expect(screen.queryByRole('dialog')).toBe(null);
});

test('the frame keeps a dialog that opens before the page of another area is rendered', async () => {
  open(paths.settings, { token: 't', me: customer });
  const link = await screen.findByRole('link', {
    name: i18next.t('account.settings.secondFactor'),
  });
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  fireEvent.click(link);
  await screen.findByRole('heading', { level: 1, name: i18next.t('layout.security.title') });
  expect(await screen.findByRole('combobox', { name: /^A page, a list/ })).toBeDefined();
});

test('a double click opens one tab with one session of the payment portal', async () => {
  const tab = { opener: null, location: { replace: vi.fn<() => void>() }, close: () => undefined };
  const openTab = vi.spyOn(globalThis, 'open').mockReturnValue(tab as unknown as Window);
  const { calls } = open(paths.settings, {
    token: 'token',
    me: { ...customer, stripe_customer_id: 'cus_1' },
  });
  const button = await screen.findByRole('button', { name: /^Subscription/ });
  fireEvent.click(button);
  fireEvent.click(button);
  await vi.waitFor(() => expect(tab.location.replace).toHaveBeenCalledOnce(), 10_000);
  expect(openTab).toHaveBeenCalledOnce();
  expect(calls.filter(({ url }) => url.endsWith('/api/subscription'))).toHaveLength(1);
});
