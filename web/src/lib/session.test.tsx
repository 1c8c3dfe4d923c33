import { afterEach, expect, test, vi } from 'vitest';
import { createSession } from './session.ts';

afterEach(() => createSession().end());

test('a session lives in a cookie, so that a reload finds it; its CSRF token does not', () => {
  createSession().start({ token: 'sess=1', csrf_token: 'c1' });
  const reloaded = createSession();
  expect(reloaded.token()).toBe('sess=1');
  expect(reloaded.csrf()).toBeUndefined();
  reloaded.rememberCsrf('c2');
  expect(reloaded.csrf()).toBe('c2');
});

test('an ended session leaves no token and no cookie', () => {
  const session = createSession();
  session.start({ token: 't', csrf_token: 'c' });
  session.end();
  expect([session.token(), session.csrf(), document.cookie]).toEqual([undefined, undefined, '']);
});

test('listeners are called for a start, an end and a focus of the tab', () => {
  const session = createSession();
  const listener = vi.fn<() => void>();
  const unsubscribe = session.subscribe(listener);
  session.start({ token: 't', csrf_token: 'c' });
  session.end();
  globalThis.dispatchEvent(new Event('focus'));
  expect(listener).toHaveBeenCalledTimes(3);
  unsubscribe();
  globalThis.dispatchEvent(new Event('focus'));
  expect(listener).toHaveBeenCalledTimes(3);
});
