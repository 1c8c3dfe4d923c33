import { expect, test } from 'vitest';
import { createCircuitBreaker } from '../flow/circuit-breaker.ts';
import { createDmarcLookup } from './dmarc.ts';

const NOTHING = { mx: [], addresses: [] };

/** @param zone the TXT records by name; `undefined` makes the lookup fail */
async function dmarcOf(domain: string, zone: Record<string, string[] | undefined>) {
  const asked: string[] = [];
  const breaker = createCircuitBreaker(1, 1000, () => 0);
  const lookup = createDmarcLookup({
    lookup(name, type, by) {
      asked.push(name.replace('_dmarc.', ''));
      if (!(name in zone)) return Promise.resolve({ kind: 'nxdomain' });
      const texts = zone[name];
      if (texts) return Promise.resolve({ kind: 'found', ...NOTHING, texts });
      by?.failed(`${type} ${name}`);
      return Promise.resolve({ kind: 'failed', why: 'timeout' });
    },
  });
  const dmarc = await lookup(domain, breaker, () => true);
  expect(breaker.isOpen()).toBe(false);
  return { dmarc, asked: asked.join(' ') };
}

test.each<[string, string[] | undefined, 'yes' | 'no' | undefined]>([
  ['its own record', ['v=DMARC1; p=none'], 'yes'],
  ['a record among other texts', ['verify=1', 'v=DMARC1'], 'yes'],
  ['a record with spaces', ['v = DMARC1 ;p=reject'], 'yes'],
  ['two records, which count as none', ['v=DMARC1; p=none', 'v=DMARC1; p=reject'], 'no'],
  ['a text of another version', ['v=DMARC12; p=none'], 'no'],
  ['a text of another kind', ['v=spf1 -all'], 'no'],
  ['a name server that fails', undefined, undefined],
])('determines DMARC for a domain with %s', async (_, texts, dmarc) => {
  expect(await dmarcOf('a.test', { '_dmarc.a.test': texts })).toMatchObject({ dmarc });
});

test('sends no query once no caller waits', async () => {
  const breaker = createCircuitBreaker(1, 1000, () => 0);
  const lookup = createDmarcLookup({
    lookup: (_name, _type, by) =>
      Promise.resolve(
        by?.allows() ? { kind: 'nxdomain' } : { kind: 'failed', why: 'resolvers unreachable' },
      ),
  });
  expect(await lookup('a.test', breaker, () => false)).toBeUndefined();
  expect(await lookup('a.test', breaker, () => true)).toBe('no');
});

test('queries the parents of a domain until one has a record', async () => {
  const zone = { '_dmarc.firm.test': ['v=DMARC1; p=none'] };
  expect(await dmarcOf('mail.firm.test', zone)).toEqual({
    dmarc: 'yes',
    asked: 'mail.firm.test firm.test',
  });
  expect(await dmarcOf('a.b.c.d.e.f.g.h.i.test', {})).toEqual({
    dmarc: 'no',
    asked: [
      'a.b.c.d.e.f.g.h.i.test',
      'd.e.f.g.h.i.test e.f.g.h.i.test f.g.h.i.test g.h.i.test h.i.test i.test test',
    ].join(' '),
  });
});
