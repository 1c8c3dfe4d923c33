import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { consumePrefetchedUser } from './prefetched-user.ts';

const response = Promise.resolve(new Response());

beforeEach(() => {
  vi.spyOn(performance, 'now').mockReturnValue(5000);
  globalThis.prefetchedUser = { token: 'mine', response };
});
afterEach(() => {
  globalThis.prefetchedUser = undefined;
  vi.restoreAllMocks();
});

test('returns the response of index.html to the first account call only', () => {
  expect(consumePrefetchedUser('/api/get-file', 'mine')).toBeUndefined();
  expect(consumePrefetchedUser('/api/me', 'mine')).toBe(response);
  expect(consumePrefetchedUser('/api/me', 'mine')).toBeUndefined();
});

test.each([
  ['of another session', () => consumePrefetchedUser('/api/me', 'theirs')],
  ['without a session', () => consumePrefetchedUser('/api/me', undefined)],
  ['at another host', () => consumePrefetchedUser('https://api.test/api/me', 'mine')],
])('does not return it to a call %s', (_, call) => {
  expect(call()).toBeUndefined();
});

test('discards it after half a minute', () => {
  vi.mocked(performance.now).mockReturnValue(30_000);
  expect(consumePrefetchedUser('/api/me', 'mine')).toBeUndefined();
});
