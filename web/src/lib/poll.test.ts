import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../shared/client/api-error.ts';
import { temporaryCause, backoffInterval, mayRefresh, retryAfterOf } from './poll.ts';

const failure = (status: number, retryAfter?: number): ApiError =>
  new ApiError({ status, code: 'unreadable', ...(retryAfter !== undefined && { retryAfter }) });
const offline = new ApiError({ status: 0, code: 'offline' });

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

test.each([
  ['a limit with a time', failure(429, 20), 20_000, 'busy'],
  ['a busy server with a time', failure(503, 1), 1000, 'busy'],
  ['a time beyond five minutes', failure(503, 86_400), 300_000, 'busy'],
  ['no network', offline, undefined, 'offline'],
  ['a limit without a time', failure(429), undefined, undefined],
  ['another failure with a time', failure(500, 5), undefined, undefined],
  ['no answer', new ApiError({ status: 0, code: 'unreachable' }), undefined, undefined],
  ['no failure', null, undefined, undefined],
])('%s', (_, error, wait, cause) => {
  expect(retryAfterOf(error)).toBe(wait);
  expect(temporaryCause(error)).toBe(cause);
});

test('does not refresh a query before the time that the server asked for', () => {
  const state = { status: 'error', errorUpdateCount: 1, errorUpdatedAt: Date.now() } as const;
  const busy = { state: { ...state, error: failure(503, 20) } };
  expect(mayRefresh({ state: { ...state, error: failure(500) } })).toBe(true);
  expect(mayRefresh(busy)).toBe(false);
  vi.advanceTimersByTime(19_999);
  expect(mayRefresh(busy)).toBe(false);
  vi.advanceTimersByTime(1);
  expect(mayRefresh(busy)).toBe(true);
});

test('doubles the interval after each consecutive failure up to a minute, and resets it after a success', () => {
  const state = { status: 'pending' as string, error: null as unknown, errorUpdateCount: 0 };
  const query = { state: { ...state, errorUpdatedAt: 0 } } as Parameters<
    typeof backoffInterval
  >[0] & {
    state: typeof state;
  };
  const intervalAfter = (error: ApiError | null): number => {
    query.state.status = error === null ? 'success' : 'error';
    query.state.error = error;
    if (error !== null) query.state.errorUpdateCount += 1;
    // Repeated calls do not change the result.
    backoffInterval(query, 8000);
    return backoffInterval(query, 8000);
  };
  const serverError = failure(500);
  expect(backoffInterval(query, 8000)).toBe(8000);
  expect([serverError, serverError, serverError, serverError].map(intervalAfter)).toEqual([
    16_000, 32_000, 60_000, 60_000,
  ]);
  expect([null, serverError, serverError].map(intervalAfter)).toEqual([8000, 16_000, 32_000]);
  expect([null, failure(429, 50), failure(429, 90)].map(intervalAfter)).toEqual([
    8000, 50_000, 90_000,
  ]);
});
