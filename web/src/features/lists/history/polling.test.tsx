import { useQuery } from '@tanstack/react-query';
import { act, cleanup, screen } from '@testing-library/react';
import { Profiler } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { accountRoutes } from '../../../../../shared/contract/account.ts';
import { accountExamples } from '../../../../../tests/support/examples/account.ts';
import { createAppDependencies } from '../../../lib/api.ts';
import { defaultConfig } from '../../../lib/config.ts';
import { meQuery } from '../../../lib/me-query.ts';
import { createSession } from '../../../lib/session.ts';
import { stubReducedMotion } from '../../../testing/reduced-motion.ts';
import { renderInApp } from '../../../testing/render-in-app.tsx';
import { ListHistory } from './history.tsx';
import { useHasNoLists, useProgressTitle } from './use-newest-lists.ts';

const NOW = Date.parse('2026-11-20T10:42:00Z');
const row = {
  id: 'list-1',
  file_id: 'list-1',
  file_name: 'Customers',
  source_name: 'customers.csv',
  created_at: '2026-11-20T08:00:00.000Z',
  start_date: '2026-11-20T08:00:01.000Z',
  end_date: '2026-11-20T08:00:09.000Z',
  total_email: 4,
  processed: 4,
  valid: 2,
  invalid: 1,
  risky: 1,
  unknown: 0,
  duplicates: 0,
  status: 7,
  state: 'finished',
  reason: null,
  expires_at: '2027-11-20T08:00:09.000Z',
};
const running = { ...row, end_date: null, processed: 1, status: 4 };

/** Opens the history with these rows or error responses; records the times of calls in seconds. */
async function open(rows: readonly object[], ...errorResponses: (Response | Promise<Response>)[]) {
  const requestTimes: number[] = [];
  const credits: number[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    // A running row also loads its details; ignore this call.
    if (path.startsWith('/api/file/')) return errorResponse(404);
    const now = Math.round((Date.now() - NOW) / 1000);
    if (path.startsWith(accountRoutes.me.path)) {
      credits.push(now);
      return Response.json(accountExamples.me.response);
    }
    requestTimes.push(now);
    const page = { data: rows, from: 1, current_page: 1, last_page: 1, total: rows.length };
    return errorResponses.shift() ?? Response.json({ data: page });
  });
  const dependencies = createAppDependencies(defaultConfig, createSession());
  const renders = vi.fn<() => void>();
  const Credits = () => useQuery(meQuery(dependencies)).data?.available_credit;
  const New = () => <output>{String(useHasNoLists())}</output>;
  const Title = () => <h1>{useProgressTitle() ?? 'none runs'}</h1>;
  renderInApp(
    <>
      <Credits />
      <New />
      <Profiler id="history" onRender={renders}>
        <Title />
        <ListHistory />
      </Profiler>
    </>,
  );
  await flushTimers();
  return { requestTimes, credits, errorResponses, renders };
}

const flushTimers = () => act(() => vi.advanceTimersByTimeAsync(5));
async function advanceSeconds(seconds: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
  await flushTimers();
}
const errorResponse = (status: number, headers = {}): Response =>
  new Response('', { status, headers });

const visibility = vi.spyOn(document, 'visibilityState', 'get');
async function setVisibility(state: DocumentVisibilityState): Promise<void> {
  visibility.mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  await flushTimers();
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  visibility.mockReturnValue('visible');
  stubReducedMotion(true);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('does not render after polls that find no changes', async () => {
  const { requestTimes, renders } = await open([row]);
  expect(screen.getByText('Customers')).toBeDefined();
  const before = renders.mock.calls.length;
  await advanceSeconds(25);
  expect(requestTimes).toEqual([0, 8, 16, 24]);
  expect(renders.mock.calls.length).toBe(before);
});

test('hides failures, keeps the rows, and doubles the interval until a poll succeeds', async () => {
  const { requestTimes, errorResponses } = await open([running]);
  errorResponses.push(...[500, 502, 500].map((status) => errorResponse(status)));
  await advanceSeconds(8 + 16 + 32 + 60 + 8);
  expect(requestTimes).toEqual([0, 8, 24, 56, 116, 124]);
  expect(screen.getByText('Customers')).toBeDefined();
});

test('does not poll before the time the server asked for, even if the tab is shown', async () => {
  const { requestTimes, errorResponses } = await open([row]);
  errorResponses.push(errorResponse(429, { 'retry-after': '90' }));
  await advanceSeconds(40);
  await setVisibility('hidden');
  await setVisibility('visible');
  await advanceSeconds(58);
  expect(requestTimes).toEqual([0, 8, 98]);
});

test('does not poll in a hidden tab, and polls immediately when it is shown', async () => {
  const { requestTimes } = await open([row]);
  await setVisibility('hidden');
  await advanceSeconds(70);
  expect(requestTimes).toEqual([0]);
  await setVisibility('visible');
  expect(requestTimes).toEqual([0, 70]);
});

test('refreshes the progress in the title of a hidden tab while a list is running', async () => {
  const { requestTimes } = await open([running]);
  expect(screen.getByRole('heading', { name: '25% · Customers' })).toBeDefined();
  await setVisibility('hidden');
  await advanceSeconds(16);
  expect(requestTimes).toEqual([0, 8, 16]);
});

test.each([
  [{}, '✓ Customers'],
  [{ status: 6, reason: 'not_text' }, '! Customers'],
  [{ status: 5, reason: 'operator' }, '! Customers'],
])(
  'shows in the title how a list ended while the tab was hidden, until it is shown',
  async (end, name) => {
    const rows: object[] = [{ ...running, status: 2 }];
    await open(rows);
    await setVisibility('hidden');
    rows[0] = running;
    await advanceSeconds(8);
    rows[0] = { ...row, ...end };
    await advanceSeconds(8);
    expect(screen.getByRole('heading', { name })).toBeDefined();
    await setVisibility('visible');
    expect(screen.queryByRole('heading', { name })).toBeNull();
  },
);

test('refreshes the credits when a poll finds a list in another status', async () => {
  const rows: object[] = [{ ...running, status: 2 }];
  const { credits } = await open(rows);
  await advanceSeconds(8);
  expect(credits).toEqual([0]);
  rows[0] = running;
  await advanceSeconds(8);
  expect(credits).toEqual([0, 10, 16]);
  rows[0] = { ...running, processed: 2 };
  await advanceSeconds(8);
  expect(credits).toEqual([0, 10, 16]);
});

test('does not treat the customer as new while it retries to load the lists', async () => {
  const { requestTimes } = await open([], errorResponse(500), new Promise(() => undefined));
  const isNew = () => screen.getByRole('status').textContent;
  expect(isNew()).toBe('null');
  await advanceSeconds(16);
  expect(requestTimes).toEqual([0, 16]);
  expect(isNew()).toBe('null');
});
