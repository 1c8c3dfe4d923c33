import { expect, test } from 'vitest';
import { parseCookie, formatCookie, needsSecure } from './cookies.ts';

test('formats a SameSite cookie for the whole site with a lifetime in days', () => {
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

test('finds values by their complete name, and decodes them', () => {
  const source = 'xsession=1; session=a%20b=c; email=';
  expect(parseCookie(source, 'session')).toBe('a b=c');
  expect(parseCookie(source, 'email')).toBeUndefined();
  expect(parseCookie('session=%E0%A4%A', 'session')).toBeUndefined();
});
