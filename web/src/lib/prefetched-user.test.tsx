import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { consumePrefetchedUser } from './prefetched-user.ts';

const response = Promise.resolve(new Response());
const session = (token: string | undefined, account?: string) => ({
  token: () => token,
  account: () => account,
});
const mine = session('mine');

beforeEach(() => {
  vi.spyOn(performance, 'now').mockReturnValue(5000);
  globalThis.prefetchedUser = { token: 'mine', account: '', response };
});
afterEach(() => {
  globalThis.prefetchedUser = undefined;
  vi.restoreAllMocks();
});

test('returns the response of index.html to the first account call only', () => {
  expect(consumePrefetchedUser('/api/get-file', mine)).toBeUndefined();
  expect(consumePrefetchedUser('/api/me', mine)).toBe(response);
  expect(consumePrefetchedUser('/api/me', mine)).toBeUndefined();
});

test.each([
  ['of another session', () => consumePrefetchedUser('/api/me', session('theirs'))],
  ['for another account', () => consumePrefetchedUser('/api/me', session('mine', 'a2'))],
  ['without a session', () => consumePrefetchedUser('/api/me', session(undefined))],
  ['at another host', () => consumePrefetchedUser('https://api.test/api/me', mine)],
])('does not return it to a call %s', (_, call) => {
  expect(call()).toBeUndefined();
});

test('discards it after half a minute', () => {
  vi.mocked(performance.now).mockReturnValue(30_000);
  expect(consumePrefetchedUser('/api/me', mine)).toBeUndefined();
});

test('returns it to a call for the account that index.html named', () => {
  globalThis.prefetchedUser = { token: 'mine', account: 'a2', response };
  expect(consumePrefetchedUser('/api/me', session('mine', 'a2'))).toBe(response);
});
