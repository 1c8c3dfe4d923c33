import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { takeFirstMe } from './first-me.ts';

const response = Promise.resolve(new Response());

beforeEach(() => {
  vi.spyOn(performance, 'now').mockReturnValue(5000);
  globalThis.firstMe = { token: 'mine', response };
});
afterEach(() => {
  globalThis.firstMe = undefined;
  vi.restoreAllMocks();
});

test('the first call for the account gets the response of index.html, once', () => {
  expect(takeFirstMe('/api/get-file', 'mine')).toBeUndefined();
  expect(takeFirstMe('/api/me', 'mine')).toBe(response);
  expect(takeFirstMe('/api/me', 'mine')).toBeUndefined();
});

test.each([
  ['of another session', () => takeFirstMe('/api/me', 'theirs')],
  ['without a session', () => takeFirstMe('/api/me', undefined)],
  ['at another host', () => takeFirstMe('https://api.test/api/me', 'mine')],
])('a call %s does not', (_, call) => {
  expect(call()).toBeUndefined();
});

test('after half a minute it is asked for anew', () => {
  vi.mocked(performance.now).mockReturnValue(30_000);
  expect(takeFirstMe('/api/me', 'mine')).toBeUndefined();
});
