import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'react-hot-toast/headless';
import { Route, Routes } from 'react-router-dom';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Me } from '../../../../shared/contract/account.ts';
import type {
  Audience,
  Connection,
  ContactImport,
} from '../../../../shared/contract/connections.ts';
import { connectionExamples } from '../../../../shared/contract/examples/connections.ts';
import { privateConnectionExamples } from '../../../../tests/support/examples/connections.ts';
import type { AccountRole } from '../../../../shared/model/account.ts';
import { SERVICE_FAILURES } from '../../../../shared/model/connections/connection.ts';
import { SERVICE_TITLES } from '../../../../shared/model/connections/service-name.ts';
import { stubBrowserApis } from '../../testing/open-list.tsx';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { signedInUser } from '../../testing/signed-in-user.ts';
import { paths } from '../../lib/paths.ts';
import { ConnectedPage } from './connected-page.tsx';
import { ConnectionsPage } from './connections-page.tsx';

stubBrowserApis();
afterEach(() => toast.remove());

const CONNECTION: Connection = privateConnectionExamples.connect.response.data;
const READING: ContactImport = connectionExamples.getImport.response.data;
const AUDIENCES: readonly Audience[] = connectionExamples.listAudiences.response.data.audiences;
const { id } = CONNECTION;

interface State {
  connections: Connection[];
  imports: ContactImport[];
  logins: { service: string; url: string }[];
  /** Pages of audiences. */
  pages: (readonly Audience[])[];
  contacts: number;
  /** Reason why the service fails. */
  reason?: string;
}

/** Opens the page. Tests can change the server's state. */
function open(given: Partial<State> = {}, accountRole: AccountRole = 'owner', entry = '/') {
  const server: State = {
    connections: [],
    imports: [],
    logins: [],
    pages: [AUDIENCES],
    contacts: 950,
    ...given,
  };
  const calls: { call: string; body: unknown; key: string | null }[] = [];
  const answer = (call: string, url: URL): unknown => {
    if (call === 'GET /api/connections')
      return { connections: server.connections, imports: server.imports, logins: server.logins };
    if (call === 'POST /api/connections') {
      server.connections = [CONNECTION];
      return CONNECTION;
    }
    if (call === `DELETE /api/connections/${id}`) {
      server.connections = [];
      return {};
    }
    if (call === `GET /api/connections/${id}/audiences`) {
      const page = Number(url.searchParams.get('cursor') ?? 0);
      const next = page + 1 < server.pages.length ? String(page + 1) : null;
      return { audiences: server.pages[page], next };
    }
    if (call === `GET /api/connections/${id}/audience`)
      return { contacts: server.contacts, credits: server.contacts };
    server.imports = [{ ...READING, read: 0 }];
    return READING;
  };
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body, headers }: RequestInit) => {
    const url = new URL(path, 'https://app.test');
    const call = `${method} ${url.pathname}`;
    const key = new Headers(headers).get('idempotency-key');
    calls.push({ call, body: body === undefined ? undefined : JSON.parse(String(body)), key });
    if (server.reason !== undefined && call !== 'GET /api/connections') {
      const json = { message: ['The API says no'], code: 'service_failed', reason: server.reason };
      return Response.json(json, { status: 422 });
    }
    return Response.json({ data: answer(call, url) });
  });
  const me = { ...signedInUser, account_role: accountRole } as unknown as Me;
  renderInApp(
    <Routes>
      <Route path={paths.connected} element={<ConnectedPage />} />
      <Route path="*" element={<ConnectionsPage />} />
    </Routes>,
    { me, entry },
  );
  const user = userEvent.setup();
  const press = async (name: string | RegExp, role = 'button') =>
    user.click(await within(await dialogOrPage()).findByRole(role, { name }));
  const callsOf = (call: string) => calls.filter((each) => each.call === call);
  return { server, user, press, callsOf };
}

const dialogOrPage = async () =>
  screen.queryByRole('dialog', { hidden: true }) ??
  (await screen.findByRole('heading', { level: 1 })).parentElement?.parentElement ??
  document.body;
const names = (role: string) =>
  screen.queryAllByRole(role).map((each) => each.getAttribute('aria-label'));
const connectButtons = Object.values(SERVICE_TITLES).map((each) => `Connect ${each}`);

test('connects an account, and offers its audiences at once', async () => {
  const { user, press, callsOf, server } = open();
  await press('Connect Mailchimp');
  const key = screen.getByLabelText('Mailchimp key');
  expect(key.getAttribute('type')).toBe('password');
  expect(key.getAttribute('autocomplete')).toBe('off');
  expect(screen.getByText(/^A Mailchimp key opens the whole account/)).toBeDefined();
  await press('Connect');
  await screen.findByText('This field is required');

  server.reason = 'revoked';
  await user.type(key, 'abc-us6');
  await press('Connect');
  await screen.findByText(/^Mailchimp does not accept the key/);
  expect(document.activeElement).toBe(key);
  expect(screen.queryByText('The API says no')).toBeNull();

  delete server.reason;
  await press('Connect');
  await screen.findByRole('heading', { name: 'Import contacts from Acme Newsletter' });
  await screen.findByRole('radio', { name: 'Newsletter' });
  expect(callsOf('POST /api/connections').at(-1)?.body).toEqual({
    service: 'mailchimp',
    key: 'abc-us6',
  });
  expect(document.body.innerHTML).not.toContain('abc-us6');
});

test.each([
  ['HubSpot', 6, 'crm.schemas.contacts.write'],
  ['Klaviyo', 7, 'Segments: Read'],
] as const)('names the fewest permissions that a key of %s needs', async (service, count, one) => {
  const { press } = open();
  await press(`Connect ${service}`);
  const { textContent } = screen.getByRole('group', { name: /^The key needs only these/ });
  expect(textContent.split('\n')).toHaveLength(count);
  expect(textContent).toContain(one);
  expect(screen.queryByText(/opens the whole account/)).toBeNull();
});

test.each([
  [{ bounces_read_at: null }, 'Mailchimp, connected on 20 Nov 2026 · bounces are read once a day'],
  [
    { service: 'hubspot', bounces_read_at: '2025-11-21T08:00:00.000Z' },
    /^HubSpot, .* · bounces last read: 21 Nov 2025, .* · HubSpot reports only hard bounces$/,
  ],
] as const)('says when bounces were read, and what HubSpot omits', async (change, text) => {
  // 8:00 UTC is on the same day in most time zones.
  const created_at = '2026-11-20T08:00:00.000Z';
  open({ connections: [{ ...CONNECTION, created_at, ...change }] });
  expect(await screen.findByText(text)).toBeDefined();
});

test('imports an audience of any page with its price, name and names, and follows it', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const many = Array.from({ length: 9 }, (_, at) => ({ id: `m${at}`, name: `Month ${at}` }));
  const { user, press, callsOf, server } = open({
    connections: [CONNECTION],
    pages: [many, AUDIENCES],
    contacts: 1500,
  });
  await press('Import contacts: Acme Newsletter');
  const search = await screen.findByLabelText('Search by name');
  const submit = screen.getByRole<HTMLButtonElement>('button', { name: 'Import' });
  expect(submit.disabled).toBe(true);
  await user.type(search, 'xyz{Enter}');
  expect(screen.getByText('Nothing matches “xyz”.')).toBeDefined();
  await user.clear(search);
  await user.type(search, 'NEWS');
  expect(screen.getAllByRole('radio')).toHaveLength(1);
  await press('Newsletter', 'radio');
  expect(submit.disabled, 'before the price is known').toBe(true);
  await screen.findByText('1,500 contacts.');
  expect(screen.getByText(/takes at most 1,500 credits/)).toBeDefined();
  expect(screen.getByText(/^You need 300 more credits/)).toBeDefined();
  const name = screen.getByLabelText('Name of the list');
  await user.clear(name);
  await user.type(name, 'May');
  await press('With first and last names', 'checkbox');

  server.reason = 'unavailable';
  await press('Import');
  await screen.findByText(/^Mailchimp does not respond/);
  delete server.reason;
  await press('Import');
  await screen.findByText('0 of 25,000 contacts');
  const [first, second] = callsOf(`POST /api/connections/${id}/imports`);
  expect(second?.body).toEqual({
    audience_id: 'a1b2c3d4e5',
    audience: 'Newsletter',
    name: 'May',
    names: true,
  });
  expect(second?.key).toMatch(/^[\w-]{36}$/);
  expect(second?.key, 'a repetition of the same import').toBe(first?.key);

  server.imports = [{ ...READING, read: 26_000 }];
  await act(() => vi.advanceTimersByTimeAsync(2000));
  await screen.findByText('26,000 of 26,000 contacts');
  server.imports = [{ ...READING, state: 'finished', read: 26_000 }];
  await act(() => vi.advanceTimersByTimeAsync(2000));
  const link = await screen.findByRole('link', { name: 'Open the list: Newsletter' });
  expect(link.getAttribute('href')).toBe(`/lists/${READING.id}`);
  const polls = callsOf('GET /api/connections').length;
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(callsOf('GET /api/connections'), 'no polls after the end').toHaveLength(polls);
});

test('explains imports that wait or have failed', async () => {
  open({
    connections: [{ ...CONNECTION, state: 'revoked' }],
    imports: [
      { ...READING, id: '1', state: 'paused' },
      { ...READING, id: '2', state: 'failed', error: 'too_many_contacts' },
      { ...READING, id: '3', state: 'failed', error: 'revoked' },
    ],
  });
  await screen.findByText(/^Paused: Mailchimp no longer accepts the key/);
  expect(screen.getByText(/^It has more contacts than a list can hold/)).toBeDefined();
  expect(screen.getByText('The account was disconnected before the end.')).toBeDefined();
});

test('connects a revoked account again, without an import', async () => {
  const { user, press } = open({ connections: [{ ...CONNECTION, state: 'revoked' }] });
  await screen.findByText('Mailchimp no longer accepts the key. Connect the account again.');
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull();
  await press('Connect again: Acme Newsletter');
  await user.type(screen.getByLabelText('Mailchimp key'), 'new');
  await press('Connect');
  await screen.findByRole('button', { name: 'Import contacts: Acme Newsletter' });
  expect(screen.queryByRole('dialog', { hidden: true })).toBeNull();
});

test('disconnects after saying that the key must be deleted at the service', async () => {
  const { press, callsOf } = open({ connections: [CONNECTION] });
  await press('Disconnect: Acme Newsletter');
  expect((await dialogOrPage()).textContent).toMatch(
    /delete the key at Mailchimp as well.*under Profile › Extras › API keys/,
  );
  await press('Disconnect');
  await vi.waitFor(() => expect(names('button')).toEqual(connectButtons));
  expect(callsOf(`DELETE /api/connections/${id}`)).toHaveLength(1);
});

test.each(SERVICE_FAILURES)('explains the failure %s, and tries again', async (reason) => {
  const { press, server } = open({ connections: [CONNECTION], reason });
  await press('Import contacts: Acme Newsletter');
  const alert = await within(await dialogOrPage()).findByRole('alert');
  expect(alert.textContent).toMatch(/Mailchimp|permission/);
  server.pages = [[]];
  delete server.reason;
  await press('Try again');
  await screen.findByText('This account has no audience, list or segment yet.');
});

test('does not import an audience without contacts', async () => {
  const { press } = open({ connections: [CONNECTION], contacts: 0 });
  await press('Import contacts: Acme Newsletter');
  await press('Customers', 'radio');
  await screen.findByText('It has no contacts who can receive email.');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Import' }).disabled).toBe(true);
});

test('connects at most ten accounts', async () => {
  const connections = Array.from({ length: 10 }, (_, at) => ({ ...CONNECTION, id: `c${at}` }));
  open({ connections });
  await screen.findByText(/^An account has at most 10 connections/);
  const buttons = screen.getAllByRole<HTMLButtonElement>('button', { name: /^Connect / });
  expect(buttons.map(({ disabled }) => disabled)).toEqual(connectButtons.map(() => true));
});

test.each<[AccountRole, readonly string[]]>([
  ['admin', ['Import contacts: Acme Newsletter', 'Disconnect: Acme Newsletter', ...connectButtons]],
  ['member', ['Import contacts: Acme Newsletter']],
  ['viewer', []],
])('shows the role %s only what it may do', async (role, buttons) => {
  open({ connections: [CONNECTION] }, role);
  await screen.findByText(CONNECTION.name);
  expect(names('button')).toEqual(buttons);
  cleanup();
  open({}, role);
  await screen.findByText(
    role === 'admin' ? 'Services' : /to connect Mailchimp, .+, or MailerLite\.$/,
  );
});

describe('a login at a service', () => {
  const url = 'https://login.mailchimp.com/oauth2/authorize?client_id=1';
  const logins = [{ service: 'mailchimp', url }];

  /** Starts a login, and returns the page of the service that was opened. */
  async function start(): Promise<URL> {
    const opened: URL[] = [];
    // The DOM of the tests does not navigate.
    vi.stubGlobal('location', { assign: (page: URL) => opened.push(page) });
    const { press } = open({ logins });
    await press('Connect HubSpot');
    expect(screen.queryByRole('button', { name: /^Log in/ })).toBeNull();
    await press('Cancel');
    await press('Connect Mailchimp');
    await press('Log in at Mailchimp');
    cleanup();
    vi.unstubAllGlobals();
    return new URL(opened[0] ?? '');
  }

  /** Opens the page to which the service returns. */
  function comeBack(service: string, response: Record<string, string>, given: Partial<State> = {}) {
    const path = `/connections/${service}`;
    window.history.replaceState(null, '', `${path}?${String(new URLSearchParams(response))}`);
    return open({ logins, ...given }, 'owner', path);
  }

  test('connects the account with the code, and offers its audiences', async () => {
    const page = await start();
    const state = page.searchParams.get('state') ?? '';
    expect(page.href).toBe(`${url}&state=${state}`);
    const { callsOf } = comeBack('mailchimp', { code: 'c1', state });
    await screen.findByRole('heading', { name: 'Import contacts from Acme Newsletter' });
    expect(callsOf('POST /api/connections').map(({ body }) => body)).toEqual([
      { service: 'mailchimp', key: 'c1', login: true },
    ]);
    expect(window.location.search).toBe('');
  });

  test.each([
    ['of another state', 'mailchimp', { code: 'c1', state: 'forged' }],
    ['without a state', 'mailchimp', { code: 'c1' }],
    ['at the address of another service', 'hubspot', { code: 'c1', state: 'own' }],
    ['of an unknown service', 'evil', { code: 'c1', state: 'own' }],
  ])('ignores a response %s', async (_, service, response: Record<string, string>) => {
    const own = (await start()).searchParams.get('state') ?? '';
    const sent = { ...response, ...(response['state'] === 'own' && { state: own }) };
    const { callsOf } = comeBack(service, sent);
    await screen.findByText(/^This login was not started in this tab/);
    expect(callsOf('POST /api/connections')).toEqual([]);
  });

  test('uses a response once, and only in the tab that started the login', async () => {
    const state = (await start()).searchParams.get('state') ?? '';
    comeBack('mailchimp', { error: 'access_denied', state });
    await screen.findByText(/^Mailchimp returned without access/);
    cleanup();
    const { callsOf } = comeBack('mailchimp', { code: 'c1', state });
    await screen.findByText(/^This login was not started in this tab/);
    expect(callsOf('POST /api/connections')).toEqual([]);
  });

  test('says that it has expired', async () => {
    const state = (await start()).searchParams.get('state') ?? '';
    comeBack('mailchimp', { code: 'c1', state }, { reason: 'revoked' });
    await screen.findByText('The login at Mailchimp has expired. Log in again.');
    expect(screen.getByRole('link', { name: 'Back to your connections' })).toBeDefined();
  });
});
