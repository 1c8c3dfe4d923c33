import { expect, test } from 'vitest';
import { parseCookie, formatCookie, needsSecure } from './cookies.ts';

test('a cookie covers the site, is sent to it alone and lives for days', () => {
  expect(formatCookie('session', 'a b', { days: 7, secure: true })).toBe(
    'session=a%20b; Path=/; Max-Age=604800; SameSite=Strict; Secure',
  );
});

test.each([
  ['https:', 'app.example.com', true],
  ['https:', 'localhost', true],
  ['http:', 'app.example.com', true],
  ['http:', 'localhost', false],
  ['http:', '127.0.0.1', false],
  ['http:', 'localhost.example.com', true],
])('%s//%s keeps cookies with Secure: %s', (protocol, hostname, secure) => {
  expect(needsSecure({ protocol, hostname })).toBe(secure);
});

test('values are found by their whole name and decoded', () => {
  const source = 'xsession=1; session=a%20b=c; email=';
  expect(parseCookie(source, 'session')).toBe('a b=c');
  expect(parseCookie(source, 'email')).toBeUndefined();
  expect(parseCookie('session=%E0%A4%A', 'session')).toBeUndefined();
});
