import { expect, it } from 'vitest';
import { isAllowedHost, readAllowedHosts } from './allowed-host.ts';

it.each([
  'localhost',
  'localhost:3000',
  'LOCALHOST:3000',
  '127.0.0.1:3000',
  '[::1]:3000',
  'app.localhost:3000',
])('accepts %s as this machine', (host) => expect(isAllowedHost(host, [])).toBe(true));

it.each([
  undefined,
  '',
  'evil.test',
  'localhost.evil.test:3000',
  'evil.test:localhost',
  '127.0.0.1.nip.test',
  '192.168.1.7:3000',
  '.localhost',
])('rejects %s', (host) => expect(isAllowedHost(host, [])).toBe(false));

it('accepts additional names from the environment', () => {
  const allowed = readAllowedHosts({ ALLOWED_HOSTS: ' Tamis.test, 192.168.1.7 ,' });
  expect(allowed).toEqual(['tamis.test', '192.168.1.7']);
  expect(isAllowedHost('tamis.test:3000', allowed)).toBe(true);
  expect(isAllowedHost('x.tamis.test', allowed)).toBe(false);
  expect(readAllowedHosts({})).toEqual([]);
});
