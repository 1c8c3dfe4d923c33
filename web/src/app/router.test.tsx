// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startEnglish } from '../testing/i18n.ts';
import { createApi, ServicesContext } from '../lib/api.ts';
import { createSession } from '../lib/session.ts';
import { Router } from './router.tsx';

const user = {
  email: 'ada@tamis.test',
  first_name: 'Ada',
  last_name: 'L',
  role: 2,
  status: 1,
  terms_accepted: 1,
  available_credit: 1200,
  used_credit: 0,
  api_key: null,
  plan: null,
  language: 'en',
  stripe_customer_id: null,
  csrf_token: 'csrf-1',
};
const emptyPage = { data: [], from: null, current_page: 1, last_page: 1, total: 0 };

/** The app at an address, on an API that knows a user or refuses; returns the calls it made. */
function open(path: string, { token, me }: { token?: string; me?: object | 'refused' } = {}) {
  const calls: Request[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    calls.push(new Request(new URL(url, 'http://localhost'), init));
    if (me === 'refused')
      return Response.json({ message: ['Sign in'], code: 'unauthenticated' }, { status: 401 });
    return Response.json({ data: url === '/api/me' ? me : emptyPage });
  });
  const session = createSession();
  if (token !== undefined) session.start({ token, csrf_token: 'csrf-0' });
  history.replaceState(null, '', path);
  const services = { api: createApi({ apiHost: '', links: {} }, session), session };
  render(
    <ServicesContext value={services}>
      <Router />
    </ServicesContext>,
  );
  return { calls, session };
}

const heading = (name: string) => screen.findByRole('heading', { name, level: 1 });

beforeAll(startEnglish);
afterEach(() => {
  cleanup();
  createSession().end();
  vi.unstubAllGlobals();
});

test.each(['/', '/dashboard', '/tnc-accept', '/admin-dashboard', '/nowhere'])(
  'without a session %s leads to the login and asks the API nothing',
  async (path) => {
    const { calls } = open(path);
    expect(await heading('Log in')).toBeDefined();
    expect(location.pathname).toBe('/login');
    expect(calls).toEqual([]);
  },
);

test.each([
  ['a customer', {}, '/dashboard', 'Verify email'],
  [
    'a customer who has not accepted the terms',
    { terms_accepted: 0 },
    '/tnc-accept',
    'General conditions',
  ],
  ['an administrator', { role: 1 }, '/admin-dashboard', 'Administration'],
])('%s is led home from anywhere', async (_, traits, home, title) => {
  for (const path of ['/login', '/', '/nowhere', '/tnc-accept', '/admin-dashboard', '/dashboard']) {
    open(path, { token: 't', me: { ...user, ...traits } });
    expect(await heading(title)).toBeDefined();
    expect(location.pathname).toBe(home);
    cleanup();
  }
});

test('the user is greeted and asked for in the name of the session', async () => {
  const { calls, session } = open('/dashboard', { token: 't1', me: user });
  expect(await screen.findByText('Welcome, Ada')).toBeDefined();
  expect(screen.getByText('1,200 credits available')).toBeDefined();
  expect(calls[0]?.headers.get('authorization')).toBe('Bearer t1');
  expect(session.csrf()).toBe('csrf-1');
});

test('a session the server refuses twice is over', async () => {
  const { calls, session } = open('/dashboard', { token: 'old', me: 'refused' });
  expect(await screen.findByRole('heading', { name: 'Log in' }, { timeout: 4000 })).toBeDefined();
  expect(session.token()).toBeUndefined();
  expect(calls.map(({ url }) => new URL(url).pathname)).toEqual(['/api/me', '/api/me']);
});
