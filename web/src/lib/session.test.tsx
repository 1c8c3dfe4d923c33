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

/** Opens a tab without stored state, as a click on a link in an email does. */
const openTab = () => {
  sessionStorage.clear();
  return createSession();
};

test('a tab keeps its account, and a new tab shows the account that was chosen last', () => {
  const first = createSession();
  expect(first.account()).toBeUndefined();
  const second = openTab();
  second.switchAccount('b');
  expect([first.account(), second.account()]).toEqual([undefined, 'b']);
  expect(createSession().account(), 'reloaded').toBe('b');
  expect(openTab().account(), 'new').toBe('b');
});

test('a tab without a choice shows no account that another tab chooses later', () => {
  openTab();
  document.cookie = 'account=b; Path=/';
  expect(createSession().account(), 'reloaded').toBeUndefined();
  expect(openTab().account(), 'new').toBe('b');
});

test.each([
  ['asked', undefined],
  [{ reason: 'expired' }, 'b'],
] as const)('after the end %j, the tab shows the account %j', (reason, account) => {
  const session = createSession();
  session.switchAccount('b');
  session.end(reason);
  expect([createSession().account(), openTab().account()]).toEqual([account, undefined]);
});

test('keeps an account only in a tab that names none', () => {
  const session = createSession();
  const before = session.switches();
  session.keepAccount('a');
  session.keepAccount('b');
  expect([session.account(), session.switches(), document.cookie]).toEqual(['a', before, '']);
});
