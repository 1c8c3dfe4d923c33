import { act, render, screen } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, expect, test, vi } from 'vitest';
import { AppDependenciesProvider, useAppDependencies, type AppDependencies } from '../lib/api.ts';
import { defaultConfig } from '../lib/config.ts';
import { paths } from '../lib/paths.ts';
import { createSession } from '../lib/session.ts';
import { listExamples } from '../../../shared/contract/examples/lists.ts';
import { listRoutes } from '../../../shared/contract/lists.ts';
import { signedInUser } from '../testing/signed-in-user.ts';
import { Router } from './router.tsx';

const OWN = signedInUser.account_id;
const JOINED = '01KAC3D4E5F6G7H8J9K0M1N2P3';
const NO_LISTS = { data: [], from: null, current_page: 1, last_page: 1, total: 0 };
const [row] = listExamples.listFiles.response.data.data;

vi.stubGlobal('scrollTo', () => undefined);
afterEach(() => {
  createSession().end();
  vi.unstubAllGlobals();
  vi.stubGlobal('scrollTo', () => undefined);
});

/** Opens the dashboard of a person who owns an account and has joined another one. */
async function open({ joined = true, ownsAccount = true, role: given = 'member' } = {}) {
  let isMember = joined;
  const named: (string | null)[] = [];
  vi.stubGlobal('fetch', async (url: string, { headers }: RequestInit) => {
    const name = new Headers(headers).get('x-account-id');
    named.push(name);
    if (name !== null && name !== OWN && !isMember)
      return Response.json({ message: ['Not a member'], code: 'not_a_member' }, { status: 403 });
    const account = name ?? (ownsAccount ? OWN : JOINED);
    const role = account === OWN ? 'owner' : given;
    const accounts = [
      ...(ownsAccount ? [{ id: OWN, name: 'Ada L', role: 'owner' }] : []),
      ...(isMember ? [{ id: JOINED, name: 'Engines', role: given }] : []),
    ];
    const owned = account !== OWN && given === 'owner' && { account_transferred: true };
    const me = { ...signedInUser, account_id: account, account_role: role, accounts, ...owned };
    if (url.startsWith('/api/me')) return Response.json({ data: me });
    const rows = { ...NO_LISTS, data: [{ ...row, file_name: `List of ${account}` }], total: 1 };
    return Response.json({ data: url.startsWith('/api/get-file?') ? rows : NO_LISTS });
  });
  const session = createSession();
  session.start({ token: 't', csrf_token: 'c' });
  history.replaceState(null, '', paths.dashboard);
  const shown: AppDependencies[] = [];
  const Probe = () => {
    shown.push(useAppDependencies());
    return null;
  };
  render(
    <AppDependenciesProvider config={defaultConfig} session={session}>
      <Probe />
      <Router />
    </AppDependenciesProvider>,
  );
  return {
    session,
    named,
    leave: () => void (isMember = false),
    dependencies: () => shown.at(-1) as AppDependencies,
  };
}

const listOf = (account: string) => screen.findByRole('link', { name: `List of ${account}` });

test('names no account until one was chosen, then names it in each call', async () => {
  const { named, dependencies } = await open();
  await listOf(OWN);
  expect(new Set(named)).toEqual(new Set([null]));
  named.length = 0;
  act(() => dependencies().switchAccount(JOINED));
  await listOf(JOINED);
  expect(new Set(named)).toEqual(new Set([JOINED]));
});

test('shows nothing that was loaded for the earlier account, and starts at the start page', async () => {
  const { dependencies } = await open();
  await listOf(OWN);
  act(() => {
    history.replaceState(null, '', '/lists/l1');
    dependencies().switchAccount(JOINED);
  });
  expect(screen.queryByText(`List of ${OWN}`)).toBeNull();
  await listOf(JOINED);
  expect(location.pathname).toBe(paths.dashboard);
  act(() => dependencies().switchAccount(OWN));
  expect(screen.queryByText(`List of ${JOINED}`)).toBeNull();
  await listOf(OWN);
});

test('a call that a page started for the earlier account neither acts nor answers', async () => {
  const { named, dependencies } = await open();
  await listOf(OWN);
  const { api } = dependencies();
  const inFlight = api(listRoutes.listFiles, { query: {} });
  act(() => dependencies().switchAccount(JOINED));
  await expect(inFlight).rejects.toMatchObject({ name: 'AbortError' });
  await listOf(JOINED);
  named.length = 0;
  await expect(api(listRoutes.listFiles, { query: {} })).rejects.toMatchObject({
    name: 'AbortError',
  });
  expect(named).toEqual([]);
});

test('drops an account that the person has left, once, and reports it', async () => {
  const error = vi.spyOn(toast, 'error');
  const { session, dependencies, leave } = await open();
  await listOf(OWN);
  act(() => dependencies().switchAccount(JOINED));
  await listOf(JOINED);
  leave();
  const { api } = dependencies();
  const calls = [1, 2].map(() => api(listRoutes.listFiles, { query: {} }));
  for (const { status } of await act(() => Promise.allSettled(calls)))
    expect(status).toBe('rejected');
  await listOf(OWN);
  expect(error.mock.calls).toEqual([['Not a member']]);
  expect(session.account()).toBeUndefined();
  expect(session.token()).toBe('t');
});

test.each(['member', 'owner'])(
  'keeps the account of a person with none from the start, for role %s',
  async (role) => {
    const { session, named } = await open({ ownsAccount: false, role });
    await listOf(JOINED);
    expect(session.account()).toBe(JOINED);
    expect(named.at(-1)).toBe(JOINED);
  },
);
