import { act, cleanup, screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useHasNoLists } from '../features/lists/history/use-newest-lists.ts';
import { useMe } from '../lib/me.ts';
import { paths } from '../lib/paths.ts';
import { createSession } from '../lib/session.ts';
import { renderInApp } from '../testing/render-in-app.tsx';
import { signedInUser } from '../testing/signed-in-user.ts';
import { CurrentUserProvider } from './current-user.tsx';

const NOW = new Date(2026, 10, 20, 10, 42);
type Outcome = 'ok' | 'down' | 'lost' | number | [status: number, retryAfter: string];

const toResponse = (outcome: Outcome): Response => {
  if (outcome === 'lost') throw new TypeError('Failed to fetch');
  if (outcome === 'ok') return Response.json({ data: signedInUser });
  if (outcome === 'down') return new Response('', { status: 500 });
  const [status, retryAfter] = typeof outcome === 'number' ? [outcome, undefined] : outcome;
  return new Response('', {
    status,
    ...(retryAfter !== undefined && { headers: { 'retry-after': retryAfter } }),
  });
};

async function open() {
  let outcomes: Outcome[] = [];
  const requests: number[] = [];
  vi.stubGlobal('fetch', async () => {
    requests.push(Math.round((Date.now() - NOW.getTime()) / 1000));
    return toResponse(outcomes.shift() ?? 'ok');
  });
  const session = createSession();
  session.start({ token: 't', csrf_token: 'c' });
  const renders = vi.fn<() => void>();
  function Page() {
    renders();
    return <p>{useMe().first_name}</p>;
  }
  const start = async (...first: Outcome[]) => {
    outcomes = first;
    renderInApp(
      <Routes>
        <Route element={<CurrentUserProvider />}>
          <Route path="/" element={<Page />} />
        </Route>
      </Routes>,
      { session },
    );
    await flushTimers();
  };
  const setOutcomes = (...next: Outcome[]): void => {
    outcomes = next;
  };
  return { start, setOutcomes, requests, session, renders };
}

const flushTimers = () => act(() => vi.advanceTimersByTimeAsync(5));

/** Advances one second at a time, so that React renders after each second. */
async function advanceSeconds(seconds: number): Promise<void> {
  for (let elapsed = 0; elapsed < seconds; elapsed += 1)
    await act(() => vi.advanceTimersByTimeAsync(1000));
  await flushTimers();
}

const notice = (): string =>
  screen
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .join('');

const network = vi.spyOn(navigator, 'onLine', 'get');
const visibility = vi.spyOn(document, 'visibilityState', 'get');
async function setVisibility(state: DocumentVisibilityState): Promise<void> {
  visibility.mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  await flushTimers();
}

async function setOnline(online: boolean): Promise<void> {
  network.mockReturnValue(online);
  globalThis.dispatchEvent(new Event(online ? 'online' : 'offline'));
  await flushTimers();
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  network.mockReturnValue(true);
  visibility.mockReturnValue('visible');
});
afterEach(async () => {
  // Mounted components listen to network changes, so reset the network before they are removed.
  await setOnline(true);
  cleanup();
  createSession().end();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('refreshes the user every ten seconds, and renders only if something changed', async () => {
  const { start, requests, renders } = await open();
  await start();
  const before = renders.mock.calls.length;
  expect(before).toBeGreaterThan(0);
  await advanceSeconds(30);
  expect(requests).toEqual([0, 10, 20, 30]);
  expect(renders.mock.calls.length).toBe(before);
});

test('retries a failed refresh after a second, and ends the session if that fails too', async () => {
  const { start, setOutcomes, requests, session } = await open();
  await start();
  setOutcomes('down', 'ok', 'down', 'lost');
  await advanceSeconds(11);
  expect(requests).toEqual([0, 10, 11]);
  expect(session.token()).toBe('t');
  await advanceSeconds(10);
  expect(session.token()).toBe('t');
  await advanceSeconds(1);
  expect(requests).toEqual([0, 10, 11, 21, 22]);
  expect(session.token()).toBeUndefined();
});

test('does not end a session that another tab has started during the last attempt', async () => {
  const { start, setOutcomes, session } = await open();
  await start();
  setOutcomes(401, 401);
  await advanceSeconds(10);
  // The other tab sets the same cookie, without an event in this one.
  await act(async () => {
    vi.advanceTimersByTime(1000);
    createSession().start({ token: 'other', csrf_token: 'c' });
  });
  await advanceSeconds(5);
  expect(session.token()).toBe('other');
});

test('does not poll in a hidden tab, and refreshes immediately when it is shown', async () => {
  const { start, requests } = await open();
  await start();
  await setVisibility('hidden');
  await advanceSeconds(95);
  expect(requests).toEqual([0]);
  await setVisibility('visible');
  expect(requests).toEqual([0, 95]);
});

test.each([
  ['seconds', [429, '40']],
  ['a date', [503, new Date(NOW.getTime() + 50_000).toUTCString()]],
] as const)('waits as long as a busy server asks for, given as %s', async (_, outcome) => {
  const { start, setOutcomes, requests, session } = await open();
  await start();
  setOutcomes([...outcome]);
  await advanceSeconds(10);
  await advanceSeconds(20);
  // Neither the tab nor the network triggers an early refresh.
  await setVisibility('hidden');
  await setVisibility('visible');
  await setOnline(true);
  expect(notice()).toContain('The service is busy. Retrying in 20 s.');
  await advanceSeconds(19);
  expect(notice()).toContain('Retrying in 1 s.');
  expect(requests).toEqual([0, 10]);
  await advanceSeconds(1);
  expect(requests).toEqual([0, 10, 50]);
  expect(notice()).toBe('');
  expect(session.token()).toBe('t');
  expect(screen.getByText('Ada')).toBeDefined();
});

test('does not mention a short delay, and limits a long one to five minutes', async () => {
  const { start, setOutcomes, requests } = await open();
  await start();
  setOutcomes([503, '1'], [503, '86400']);
  await advanceSeconds(19);
  expect(notice()).toBe('');
  await advanceSeconds(11);
  expect(notice()).toContain('The service is busy. Retrying in 5 min.');
  await advanceSeconds(290);
  expect(requests).toEqual([0, 10, 20, 320]);
  expect(notice()).toBe('');
});

test('keeps the session if the second failure of a refresh asks to wait', async () => {
  const { start, setOutcomes, requests, session } = await open();
  await start();
  setOutcomes('down', [503, '30']);
  await advanceSeconds(41);
  expect(requests).toEqual([0, 10, 11, 41]);
  expect(session.token()).toBe('t');
});

test('keeps the last data without a network, and shows how old it is', async () => {
  const { start, setOutcomes, requests, session } = await open();
  await start();
  await setOnline(false);
  setOutcomes(...Array.from({ length: 12 }, () => 'lost' as const));
  await advanceSeconds(29);
  expect(notice()).toBe('');
  await advanceSeconds(1);
  expect(notice()).toBe('You are offline. Last updated: 10:42.');
  await advanceSeconds(70);
  expect(screen.getByText('Ada')).toBeDefined();
  setOutcomes();
  await setOnline(true);
  expect(requests.at(-1)).toBe(100);
  expect(notice()).toBe('');
  expect(session.token()).toBe('t');
});

test('keeps the session if the network is lost between two attempts', async () => {
  const { start, setOutcomes, session } = await open();
  await start();
  setOutcomes('lost', 'lost');
  await advanceSeconds(10);
  await setOnline(false);
  await advanceSeconds(5);
  expect(session.token()).toBe('t');
});

test('waits for a busy server at startup, with a notice', async () => {
  const { start, requests } = await open();
  await start([503, '2']);
  expect(notice()).toContain('The service is busy. Retrying in 2 s.');
  await advanceSeconds(2);
  expect(requests).toEqual([0, 2]);
  expect(screen.getByText('Ada')).toBeDefined();
  expect(notice()).toBe('');
});

test('requests the lists of the dashboard once, without waiting for the account', async () => {
  const requests: string[] = [];
  const account = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname } = new URL(url, 'https://tamis.test');
    requests.push(pathname);
    const lists = { data: [], from: null, current_page: 1, last_page: 1, total: 0 };
    return pathname === '/api/me' ? account.promise : Response.json({ data: lists });
  });
  const session = createSession();
  session.start({ token: 't', csrf_token: 'c' });
  function Page() {
    return <p>{useHasNoLists() ? 'new' : 'unknown'}</p>;
  }
  renderInApp(
    <Routes>
      <Route element={<CurrentUserProvider />}>
        <Route path={paths.dashboard} element={<Page />} />
      </Route>
    </Routes>,
    { session, entry: paths.dashboard },
  );
  await flushTimers();
  expect(requests.toSorted()).toEqual(['/api/get-file', '/api/me']);
  await act(() => vi.advanceTimersByTimeAsync(3000));
  account.resolve(toResponse('ok'));
  await flushTimers();
  expect(screen.getByText('new')).toBeDefined();
  expect(requests).toHaveLength(2);
});
