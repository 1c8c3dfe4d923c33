import { afterEach, expect, test, vi } from 'vitest';
import { createSession } from './session.ts';

afterEach(() => createSession().end());

test('keeps the token in a cookie that survives a reload, but not the CSRF token', () => {
  createSession().start({ token: 'sess=1', csrf_token: 'c1' });
  const reloaded = createSession();
  expect(reloaded.token()).toBe('sess=1');
  expect(reloaded.csrf()).toBeUndefined();
  reloaded.rememberCsrf('c2');
  expect(reloaded.csrf()).toBe('c2');
});

test('removes token and cookie when the session ends', () => {
  const session = createSession();
  session.start({ token: 't', csrf_token: 'c' });
  session.end();
  expect([session.token(), session.csrf(), document.cookie]).toEqual([undefined, undefined, '']);
});

test('calls listeners when a session starts or ends, and when the tab is focused', () => {
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
