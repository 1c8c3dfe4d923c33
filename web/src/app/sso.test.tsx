import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'react-hot-toast/headless';
import { afterEach, expect, test, vi } from 'vitest';
import { memberExamples } from '../../../tests/support/examples/members.ts';
import { securityExamples } from '../../../tests/support/examples/security.ts';
import { AppDependenciesProvider } from '../lib/api.ts';
import { defaultConfig } from '../lib/config.ts';
import { SSO_FLOW_KEY } from '../lib/login-state.ts';
import { paths } from '../lib/paths.ts';
import { createSession } from '../lib/session.ts';
import { keepSsoFlow } from '../lib/sso-flow.ts';
import { stubBrowserApis } from '../testing/open-list.tsx';
import { signedInUser } from '../testing/signed-in-user.ts';
import { Router } from './router.tsx';

const ACCOUNT = '01KAC3D4E5F6G7H8J9K0M1N2P3';
const RETURN = `/sso/${ACCOUNT}?code=c1&state=s1`;
const EMAIL = 'grace@customer.test';
const TOKENS = { token: 'new', csrf_token: 'c2' };
const NO_LISTS = { data: [], from: null, current_page: 1, last_page: 1, total: 0 };
const session = createSession();

stubBrowserApis();
afterEach(() => {
  vi.restoreAllMocks();
  session.end();
  sessionStorage.removeItem(SSO_FLOW_KEY);
});

type Refusal = { readonly code: string } & Readonly<Record<string, string>>;

/**
 * Opens a path in the app. `data` has the responses by path; `refuse` makes a path return an error
 * once.
 */
function open(path: string, data: Readonly<Record<string, object>> = {}) {
  vi.stubGlobal('scrollTo', () => undefined);
  const sent: [string, unknown][] = [];
  const refuse = new Map<string, Refusal>();
  const answers: Readonly<Record<string, object>> = { '/api/me': signedInUser, ...data };
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    if (method === 'POST') sent.push([url, body === undefined ? null : JSON.parse(String(body))]);
    const refusal = refuse.get(url);
    refuse.delete(url);
    if (refusal)
      return Response.json({ message: [`No: ${refusal.code}`], ...refusal }, { status: 403 });
    return Response.json({ data: answers[url] ?? NO_LISTS });
  });
  history.replaceState(null, '', path);
  const show = () =>
    render(
      <AppDependenciesProvider config={defaultConfig} session={session}>
        <Router />
      </AppDependenciesProvider>,
    );
  const to = (url: string) => sent.filter(([each]) => each === url).map(([, body]) => body);
  return { sent, to, refuse, show, user: userEvent.setup() };
}

const SSO = '/api/login/sso';
const COMPLETE = `${SSO}/complete`;
const sso = () => screen.queryByRole('button', { name: 'Log in with single sign-on' });
/** jsdom can only open another fragment of the same page. */
const providerAt = (path: string) => ({
  [SSO]: { url: `${location.origin}${path}#provider`, challenge: 'ch' },
});

test('offers single sign-on once per domain, and opens the provider with a new challenge', async () => {
  const { to, show, user } = open(paths.login, providerAt(paths.login));
  show();
  const email = await screen.findByLabelText<HTMLInputElement>('Email');
  await user.type(email, 'grace');
  await user.tab();
  expect(to(SSO)).toEqual([]);
  await user.type(email, '@customer.test');
  await user.tab();
  await vi.waitFor(() => expect(sso()).not.toBeNull());
  await user.clear(email);
  await user.type(email, 'ada@customer.test');
  await user.tab();
  expect(to(SSO)).toEqual([{ email: EMAIL }]);
  await user.click(screen.getByRole('button', { name: 'Log in with single sign-on' }));
  await vi.waitFor(() => expect(location.hash).toBe('#provider'));
  expect(to(SSO)).toEqual([{ email: EMAIL }, { email: 'ada@customer.test' }]);
  const flow = { challenge: 'ch', email: 'ada@customer.test' };
  expect(JSON.parse(sessionStorage.getItem(SSO_FLOW_KEY) ?? '')).toEqual(flow);
});

test.each([
  ['the domain has none', { url: null, challenge: '' }],
  ['the page is no web page', { url: 'javascript:alert(1)', challenge: 'ch' }],
])('offers only the password if %s', async (_, data) => {
  const { to, refuse, show, user } = open(paths.login, { [SSO]: data });
  refuse.set('/api/login', { code: 'wrong_credentials' });
  show();
  await user.type(await screen.findByLabelText('Email'), EMAIL);
  await user.type(screen.getByLabelText('Password'), 'secret 1');
  await vi.waitFor(() => expect(to(SSO)).toHaveLength(1));
  await user.keyboard('{Enter}');
  expect(await screen.findByText('No: wrong_credentials')).toBeDefined();
  expect(sso()).toBeNull();
});

test('shows why single sign-on failed, and offers it again', async () => {
  const { refuse, show, user } = open(paths.login, providerAt(paths.login));
  refuse.set(SSO, { code: 'sso_failed', reason: 'domain' });
  show();
  await user.type(await screen.findByLabelText('Email'), EMAIL);
  await user.tab();
  expect(await screen.findByText('No: sso_failed')).toBeDefined();
  expect(screen.getByText('Reason: domain')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Log in with single sign-on' }));
  await vi.waitFor(() => expect(location.hash).toBe('#provider'));
});

test.each([
  [undefined, paths.dashboard],
  ['/usage?month=2026-10', '/usage?month=2026-10'],
])('opens the session with the response, and then %s', async (next, opened) => {
  session.switchAccount('earlier');
  keepSsoFlow({ challenge: 'ch', next });
  const { to, show } = open(RETURN, { [COMPLETE]: TOKENS });
  show();
  await vi.waitFor(() => expect(location.pathname + location.search).toBe(opened), 10_000);
  expect([session.token(), session.account()]).toEqual(['new', undefined]);
  expect(to(COMPLETE)).toEqual([
    { challenge: 'ch', account_id: ACCOUNT, response: 'code=c1&state=s1' },
  ]);
  expect(sessionStorage.getItem(SSO_FLOW_KEY)).toBeNull();
});

test('uses neither a response that this tab did not ask for, nor one twice', async () => {
  const { sent, show } = open(RETURN);
  show();
  expect(await screen.findByText(/started in another tab/)).toBeDefined();
  expect(location.search).toBe('');
  expect(screen.getByRole('link', { name: 'Back to login' }).getAttribute('href')).toBe('/login');
  expect(sent).toEqual([]);
});

test.each([
  [{ code: 'sso_failed', reason: 'email_domain' }, 'Reason: email_domain'],
  [{ code: 'challenge_expired' }, undefined],
] as const)('explains the refusal %j, and forgets the flow', async (refusal, reason) => {
  keepSsoFlow({ challenge: 'ch' });
  const { refuse, show } = open(RETURN);
  refuse.set(COMPLETE, refusal);
  const { unmount } = show();
  expect(await screen.findByText(`No: ${refusal.code}`, { exact: false })).toBeDefined();
  expect(screen.queryByText(/^Reason/)?.textContent).toBe(reason);
  unmount();
  show();
  expect(await screen.findByText(/already used/)).toBeDefined();
});

test('links the next login of the tab, once, and without an account that refuses it', async () => {
  const success = vi.spyOn(toast, 'success');
  session.switchAccount(ACCOUNT);
  keepSsoFlow({ challenge: 'ch', email: EMAIL });
  const { to, refuse, show, user } = open(RETURN, { '/api/login': TOKENS });
  refuse.set(COMPLETE, { code: 'sso_link_required', challenge: 'link' });
  show();
  expect(await screen.findByText(/already has a login/)).toBeDefined();
  expect([location.pathname, session.account()]).toEqual([paths.login, undefined]);
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(EMAIL);
  for (const _ of [1, 2]) {
    await user.type(await screen.findByLabelText('Password'), 'secret 1{Enter}');
    await screen.findByText('Welcome, Ada');
    await vi.waitFor(() => expect(to('/api/login/sso/link')).toEqual([{ challenge: 'link' }]));
    expect(success).toHaveBeenCalledWith('You can now log in with single sign-on.');
    session.end();
    await user.type(await screen.findByLabelText('Email'), EMAIL);
  }
});

test('proves a session anew at the provider, and returns to the page', async () => {
  const success = vi.spyOn(toast, 'success');
  session.start({ token: 't', csrf_token: 'c' });
  const me = { ...signedInUser, email: EMAIL, account_role: 'admin', via_sso: true };
  const { data: team } = memberExamples.listMembers.response;
  const { to, refuse, show, user } = open(paths.members, {
    '/api/me': me,
    '/api/members': team,
    [COMPLETE]: { proof: 'p' },
    ...providerAt(paths.members),
  });
  const proof = { challenge: 'again', methods: ['sso'] } as unknown as Refusal;
  refuse.set('/api/account', { ...proof, code: 'reauthentication_required' });
  const { unmount } = show();
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  await user.click(await screen.findByRole('button', { name: 'Confirm with single sign-on' }));
  await vi.waitFor(() => expect(location.hash).toBe('#provider'));
  expect(to(SSO)).toEqual([{ email: EMAIL, challenge: 'again' }]);
  unmount();
  history.replaceState(null, '', RETURN);
  show();
  await vi.waitFor(() => expect(location.pathname).toBe(paths.members));
  expect(success).toHaveBeenLastCalledWith('Your identity is confirmed. Please repeat the action.');
  expect(to('/api/reauthenticate')).toEqual([
    { challenge: 'ch', proof: { method: 'sso', proof: 'p' } },
  ]);
  // A pending call of the page that the user left does not delay navigation.
  await user.click(await screen.findByRole('link', { name: 'Activity' }));
  await vi.waitFor(() => expect(location.pathname).toBe(paths.activity));
});

test('hides personal settings in a single sign-on session', async () => {
  session.start({ token: 't', csrf_token: 'c' });
  const me = { ...signedInUser, account_role: 'member', via_sso: true };
  const security = { ...securityExamples.getSecurity.response.data, access: [] };
  const { show } = open(paths.settings, { '/api/me': me, '/api/security': security });
  const { unmount } = show();
  expect(await screen.findByRole('button', { name: 'Leave the account' })).toBeDefined();
  expect(screen.getByRole('heading', { name: 'Language' })).toBeDefined();
  for (const name of ['Profile', 'Security', 'Your data', 'Delete the account'])
    expect(screen.queryByRole('heading', { name })).toBeNull();
  unmount();
  history.replaceState(null, '', paths.security);
  show();
  expect(await screen.findByRole('table')).toBeDefined();
  expect(screen.queryByRole('heading', { name: 'Passkeys' })).toBeNull();
});

test('leaves an account that requires single sign-on, and says so', async () => {
  session.start({ token: 't', csrf_token: 'c' });
  session.switchAccount(ACCOUNT);
  const error = vi.spyOn(toast, 'error');
  const { refuse, show } = open(paths.dashboard);
  refuse.set('/api/me', { code: 'sso_required' });
  show();
  expect(await screen.findByText('Welcome, Ada')).toBeDefined();
  expect(error.mock.calls).toEqual([['No: sso_required']]);
  expect([session.account(), session.token()]).toEqual([undefined, 't']);
});
