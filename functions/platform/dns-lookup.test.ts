import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Mailnet, startMailnet } from '../../packages/mailnet/src/index.ts';
import { createDnsLookup, type DnsLookup } from './dns-lookup.ts';

const NAME = '_tamis.acme.test';
let net: Mailnet;
let dns: DnsLookup;

beforeAll(async () => {
  net = await startMailnet({ seed: 1, now: () => 0 });
  dns = createDnsLookup(`127.0.0.1:${net.dnsPort}`, 100);
});
afterAll(() => net.close());

it('joins the strings of each TXT record', async () => {
  const long = 'a'.repeat(300);
  net.setTexts(NAME.toUpperCase(), ['token=1', long]);
  expect(await dns.texts(NAME)).toEqual(['token=1', long]);
});

it('finds no TXT record of a name that has only others, or does not exist', async () => {
  net.setTexts(NAME, []);
  expect(await dns.texts(NAME)).toEqual([]);
  net.setTexts(NAME, undefined);
  expect(await dns.texts(NAME)).toEqual([]);
});

it('finds a record as soon as it is published, and not after it was removed', async () => {
  expect(await dns.texts(NAME)).toEqual([]);
  net.setTexts(NAME, ['token=2']);
  expect(await dns.texts(NAME)).toEqual(['token=2']);
  net.setTexts(NAME, undefined);
  expect(await dns.texts(NAME)).toEqual([]);
});

it.each([
  ['silent', 'ETIMEOUT'],
  ['failing', 'ESERVFAIL'],
] as const)('rejects if the name server is %s', async (texts, code) => {
  net.setTexts(NAME, texts);
  await expect(dns.texts(NAME)).rejects.toMatchObject({ code });
});
