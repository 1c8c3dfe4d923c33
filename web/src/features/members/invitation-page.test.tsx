import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import type { Me } from '../../../../shared/contract/account.ts';
import { memberExamples } from '../../../../tests/support/examples/members.ts';
import { createSession } from '../../lib/session.ts';
import { stubBrowserApis } from '../../testing/open-list.tsx';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { signedInUser } from '../../testing/signed-in-user.ts';
import { AccountSwitcher } from './account-switcher.tsx';
import { InvitationPage } from './invitation-page.tsx';
import { LockedAccount } from './locked-account.tsx';

stubBrowserApis();

const { response, body: LINK } = memberExamples.readInvitation;
const { data: shown } = response;
const JOINED = '01KAC3D4E5F6G7H8J9K0M1N2P3';
const QUERY = `?${new URLSearchParams(LINK).toString()}`;
const session = createSession();

afterEach(() => {
  session.end();
  history.replaceState(null, '', '/');
});

function Address() {
  const { pathname, state } = useLocation();
  return <pre>{JSON.stringify([pathname, state])}</pre>;
}

/** Opens an invitation. `login` is the address of the active login; `refuse` has paths and codes. */
function open({ has_login = false, login = undefined as string | undefined, query = QUERY } = {}) {
  const sent: [string, unknown][] = [];
  const refuse = new Map<string, string>();
  const responses: Readonly<Record<string, object>> = {
    '/api/me': { ...signedInUser, email: login },
    '/api/invitation': { ...shown, has_login },
    '/api/invitation/join': { token: 'new', csrf_token: 'c2' },
    '/api/invitation/accept': { account_id: JOINED },
  };
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    if (method === 'POST') sent.push([url, body === undefined ? null : JSON.parse(String(body))]);
    const code = refuse.get(url);
    refuse.delete(url);
    if (code) return Response.json({ message: [`No: ${code}`], code }, { status: 410 });
    return Response.json({ data: responses[url] ?? {} });
  });
  if (login) session.start({ token: 't', csrf_token: 'c' });
  history.replaceState(null, '', `/invitation${query}`);
  const show = () =>
    renderInApp(
      <>
        <InvitationPage />
        <Address />
      </>,
      { session },
    );
  return { sent, refuse, show, user: userEvent.setup() };
}

const click = async (user: ReturnType<typeof userEvent.setup>, name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }));
const [, ...answers] = ['/api/invitation', '/join', '/accept', '/decline'] as const;
const answersIn = (sent: readonly [string, unknown][]) =>
  sent.filter(([url]) => answers.some((end) => url.endsWith(end)));

test('takes the link out of the URL, and keeps it for a reload', async () => {
  const { show, sent } = open();
  const { unmount } = show();
  await screen.findByText(/Ada Martin invites you/);
  expect(location.search).toBe('');
  unmount();
  show();
  await screen.findByText(/Ada Martin invites you/);
  expect(sent).toEqual([
    ['/api/invitation', LINK],
    ['/api/invitation', LINK],
  ]);
});

test.each([
  ['without a complete link', { query: '?id=1' }, undefined, /a part of it is missing/],
  ['that was answered, withdrawn or is old', {}, 'link_expired', /no longer works/],
  ['that cannot be loaded', {}, 'internal', /No: internal/],
])('explains an invitation %s', async (_, options, code, text) => {
  const { show, refuse, user } = open(options);
  if (code) refuse.set('/api/invitation', code);
  show();
  expect(await screen.findByText(text)).toBeDefined();
  if (code !== 'internal') return;
  await click(user, 'Try again');
  await screen.findByText(/Ada Martin invites you/);
});

test('creates a login, and opens its session without the account of an earlier one', async () => {
  session.switchAccount('earlier');
  const { show, sent, user } = open();
  show();
  await click(user, 'Create your login and join');
  expect(document.activeElement).toBe(screen.getByLabelText('First name'));
  await user.type(screen.getByLabelText('First name'), 'Grace');
  await user.type(screen.getByLabelText('Last name'), 'Hopper');
  await user.type(screen.getByLabelText('Password'), 'Sieve4all');
  await user.click(screen.getByLabelText('I agree to the privacy policy'));
  await click(user, 'Create your login and join');
  await vi.waitFor(() => expect(session.token()).toBe('new'));
  expect(answersIn(sent)).toEqual([
    [
      '/api/invitation/join',
      {
        ...LINK,
        first_name: 'Grace',
        last_name: 'Hopper',
        password: 'Sieve4all',
        language: 'en',
        agree: true,
      },
    ],
  ]);
  await vi.waitFor(() => expect([session.account(), location.pathname]).toEqual([undefined, '/']));
});

test('leads to a login with the address, which leads back to the invitation', async () => {
  const { show, user } = open({ has_login: true });
  show();
  await user.click(await screen.findByRole('link', { name: 'Log in to accept' }));
  expect(JSON.parse((await screen.findByText(/^\["\/login/)).textContent)).toEqual([
    '/login',
    { next: `/invitation${QUERY}`, email: shown.email },
  ]);
});

test('accepts with the login of the address, and shows the account', async () => {
  const { show, sent, user } = open({ has_login: true, login: shown.email.toUpperCase() });
  show();
  await click(user, 'Accept');
  await vi.waitFor(() => expect(session.account()).toBe(JOINED));
  expect(answersIn(sent)).toEqual([['/api/invitation/accept', LINK]]);
  expect(location.pathname).toBe('/');
});

test('asks to log out of another login, and then continues', async () => {
  const { show, user } = open({ has_login: true, login: 'eve@customer.test' });
  show();
  await screen.findByText(/logged in as eve@customer.test, but the invitation is for/);
  expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
  await click(user, 'Log out');
  await screen.findByRole('link', { name: 'Log in to accept' });
  expect(session.token()).toBeUndefined();
});

test.each([
  ['Decline', false],
  ['Decline, and get no more invitations', true],
] as const)('%s', async (name, block) => {
  const { show, sent, user } = open();
  show();
  await click(user, name);
  await screen.findByText(/^The invitation is declined/);
  expect(answersIn(sent)).toEqual([['/api/invitation/decline', { ...LINK, block }]]);
});

const me = (change: object): Me => ({ ...signedInUser, ...change }) as unknown as Me;
const OTHER = { id: JOINED, name: 'Engines', role: 'viewer' };

test('opens an own account for a person without any', async () => {
  const { sent, user } = open();
  renderInApp(<LockedAccount />, { me: me({ accounts: [], account_role: 'viewer' }), session });
  await click(user, 'Open your own account');
  await vi.waitFor(() => expect(sent).toEqual([['/api/account/open', null]]));
});

test('names the account whose conditions are not accepted, and leads to the others', async () => {
  const { user } = open();
  const accounts = [...signedInUser.accounts, OTHER];
  renderInApp(<LockedAccount />, { me: me({ accounts, account_name: 'Ada & Co' }), session });
  await screen.findByText(/The owner of Ada & Co must first log in/);
  expect(screen.queryByRole('button', { name: 'Open your own account' })).toBeNull();
  await click(user, 'Engines · Viewer');
  expect(session.account()).toBe(JOINED);
});

test.each([
  [0, undefined],
  [2, /^2 uploads are under way/],
])('switches the account, after a question for %i uploads', async (uploads, question) => {
  const { user } = open();
  const accounts = [...signedInUser.accounts, OTHER];
  const switcher = <AccountSwitcher narrow={false} uploads={uploads} />;
  renderInApp(switcher, { me: me({ accounts }), session });
  const item = (name: RegExp) => screen.getByRole('menuitem', { name, hidden: true });
  await user.click(item(/Ada L/));
  expect(session.account()).toBeUndefined();
  await user.click(item(/Engines/));
  const before = session.account();
  if (question) {
    await screen.findByText(question);
    await click(user, 'Switch');
  }
  expect([before, session.account()]).toEqual([question ? undefined : JOINED, JOINED]);
});
