import { encode } from 'dns-packet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startMailnet } from '../index.ts';
import type { Mailnet } from '../index.ts';
import { addresses } from '../listing.ts';
import { exchangeDnsMessages, queryDns, queryOrSilence } from '../../tests/resolver.ts';
import { createSimulatedInternet, hasDmarc } from '../net/simulated-internet.ts';
import type { Domain } from '../net/simulated-internet.ts';

const world = createSimulatedInternet(1);
const domainOf = (kind: string, zone?: string): Domain => {
  for (const email of addresses(1, 3000)) {
    const domain = world.named(email.split('@')[1] ?? '');
    if (domain?.kind.id === kind && (!zone || domain.variant.zone === zone)) return domain;
  }
  throw new Error(`no domain of kind ${kind}`);
};

let mailnet: Mailnet;
beforeAll(async () => {
  mailnet = await startMailnet({ seed: 1, now: () => 0 });
});
afterAll(() => mailnet.close());

const ask: (
  ...args: Parameters<typeof queryDns> extends [number, ...infer Rest] ? Rest : never
) => ReturnType<typeof queryDns> = (...args) => queryDns(mailnet.dnsPort, ...args);

describe('DNS', () => {
  it('returns MX records in order of preference with a TTL, over UDP and TCP', async () => {
    const { name } = domainOf('dead-mx-first');
    for (const transport of ['udp', 'tcp'] as const) {
      const { rcode, answers, flag_ra, flag_rd } = await ask(name, 'MX', { transport });
      expect({ rcode, flag_ra, flag_rd }).toEqual({
        rcode: 'NOERROR',
        flag_ra: true,
        flag_rd: true,
      });
      expect(answers).toMatchObject([
        { type: 'MX', name, ttl: 300, data: { preference: 10, exchange: `mx1.${name}` } },
        { type: 'MX', name, ttl: 300, data: { preference: 20, exchange: `mx2.${name}` } },
      ]);
    }
  });

  it('resolves hosts only to loopback, mostly in IPv4', async () => {
    const { name } = domainOf('precise');
    const { answers } = await ask(`mx.${name}`, 'A');
    expect(answers).toMatchObject([{ type: 'A', data: expect.stringMatching(/^127\.32\./u) }]);
    const aaaa = await ask(`mx.${name}`, 'AAAA');
    expect(aaaa).toMatchObject({ rcode: 'NOERROR', answers: [], authorities: [{ type: 'SOA' }] });
  });

  it('has a preferred mail host with only IPv6, and a second one with only IPv4', async () => {
    const { answers = [] } = await ask(domainOf('dual-stack', 'shared-mx').name, 'MX');
    const [first = '', second = ''] = answers.map((mx) =>
      mx.type === 'MX' ? mx.data.exchange : '',
    );
    expect((await ask(first, 'AAAA')).answers).toMatchObject([{ type: 'AAAA', data: '::1' }]);
    expect(await ask(first, 'A')).toMatchObject({ rcode: 'NOERROR', answers: [] });
    expect((await ask(second, 'A')).answers).toMatchObject([{ type: 'A' }]);
    expect(await ask(second, 'AAAA')).toMatchObject({ rcode: 'NOERROR', answers: [] });
  });

  it('has hosts with a multicast AAAA record, which nobody can connect to', async () => {
    const host = `mx.${domainOf('dual-stack', 'dead-ipv6').name}`;
    expect((await ask(host, 'A')).answers).toMatchObject([{ type: 'A' }]);
    const { answers } = await ask(host, 'AAAA');
    expect(answers).toMatchObject([{ type: 'AAAA', data: expect.stringMatching(/^ff01::/u) }]);
  });

  it('never responds for a domain without name servers, but counts the queries', async () => {
    const { name } = domainOf('dns-silent');
    const ownNet = await startMailnet({ seed: 1, now: () => 0 });
    for (const type of ['MX', 'A', 'A'] as const)
      for (const transport of ['udp', 'tcp'] as const)
        expect(await queryOrSilence(ownNet.dnsPort, name, type, { transport })).toBe('silence');
    // The counters omit one of the three UDP queries, because it repeats a failed one.
    expect(ownNet.counters().dns.queries).toBe(2 + 3);
    await ownNet.close();
  });

  it('returns NXDOMAIN with an SOA record for names that do not exist', async () => {
    const missing = domainOf('missing-mx-first');
    const names = [
      domainOf('nonexistent').name,
      'gmial.com',
      'atelier-zzzz.test',
      `old.${missing.name}`,
      `mx9.${missing.name}`,
      'nobody-000-test.mail.protection.outlook.com',
    ];
    for (const name of names) {
      const { rcode, answers, authorities } = await ask(name, 'MX');
      expect({ name, rcode, answers }).toEqual({ name, rcode: 'NXDOMAIN', answers: [] });
      expect(authorities).toMatchObject([{ type: 'SOA', data: { minimum: 300 } }]);
    }
  });

  it('returns NODATA for a domain without MX, and an address if mail is delivered there', async () => {
    const implicit = domainOf('address-only');
    expect(await ask(implicit.name, 'MX')).toMatchObject({ rcode: 'NOERROR', answers: [] });
    expect((await ask(implicit.name, 'A')).answers).toMatchObject([{ type: 'A' }]);
    const none = domainOf('no-mail-server', 'no-records');
    for (const type of ['MX', 'A', 'AAAA'] as const)
      expect(await ask(none.name, type)).toMatchObject({ rcode: 'NOERROR', answers: [] });
  });

  it('returns null MX, SERVFAIL and CNAME records', async () => {
    const nullMx = await ask(domainOf('null-mx').name, 'MX');
    expect(nullMx.answers).toMatchObject([{ data: { preference: 0, exchange: '.' } }]);
    expect(await ask(domainOf('dns-failing').name, 'MX')).toMatchObject({ rcode: 'SERVFAIL' });
    const { name } = domainOf('alias-mx');
    expect((await ask(`mx.${name}`, 'A')).answers).toMatchObject([
      { type: 'CNAME', name: `mx.${name}`, data: `smtp.${name}` },
      { type: 'A', name: `smtp.${name}` },
    ]);
  });

  it('has a DMARC record for about two thirds of the domains', async () => {
    const kinds = ['precise', 'text-only', 'full', 'disabled', 'tarpit', 'callout', 'helo-only'];
    const hasRecord = kinds.map((kind) => hasDmarc(domainOf(kind)));
    expect(new Set(hasRecord)).toEqual(new Set([true, false]));
    for (const [at, kind] of kinds.entries())
      expect(await ask(`_dmarc.${domainOf(kind).name}`, 'TXT')).toMatchObject(
        hasRecord[at]
          ? {
              rcode: 'NOERROR',
              answers: [{ type: 'TXT', data: [Buffer.from('v=DMARC1; p=none')] }],
            }
          : { rcode: 'NXDOMAIN', answers: [] },
      );
  });

  it('gives providers their well-known host names', async () => {
    const hostsOf = async (kind: string): Promise<string> => {
      const { answers } = await ask(domainOf(kind).name, 'MX');
      return JSON.stringify(answers);
    };
    expect(await hostsOf('google')).toContain('aspmx.l.google.com');
    expect(await hostsOf('orange')).toContain('smtp-in.orange.fr');
    const { name } = domainOf('microsoft');
    const host = `${name.replaceAll('.', '-')}.mail.protection.outlook.com`;
    expect(await hostsOf('microsoft')).toContain(host);
    expect((await ask(host, 'A')).answers).toMatchObject([{ type: 'A' }]);
  });

  it('truncates responses that do not fit, and sends them in full over TCP', async () => {
    const { name } = domainOf('many-mx');
    for (const payload of [undefined, 512, 1232, 4096]) {
      const udp = await ask(name, 'MX', payload ? { payload } : {});
      expect(udp).toMatchObject({ rcode: 'NOERROR', flag_tc: true, answers: [] });
    }
    const tcp = await ask(name, 'MX', { transport: 'tcp', payload: 1232 });
    expect(tcp.flag_tc).toBe(false);
    expect(tcp.answers).toHaveLength(30);
  });

  it('uses EDNS only in responses to EDNS queries', async () => {
    const { name } = domainOf('precise');
    const withEdns = await ask(name, 'MX', { payload: 1400 });
    expect(withEdns.additionals).toMatchObject([{ type: 'OPT', udpPayloadSize: 1232 }]);
    expect((await ask(name, 'MX')).additionals).toEqual([]);
  });

  it('echoes the id and the letter case of the question', async () => {
    const name = domainOf('precise').name.toUpperCase();
    const { id, questions, answers } = await ask(name, 'MX');
    expect({ id, questions }).toMatchObject({ id: 4711, questions: [{ name, type: 'MX' }] });
    expect(answers).toHaveLength(1);
  });

  it('rejects anything but a query for one name in class IN', async () => {
    const codeOf = async (packet: Buffer): Promise<number> =>
      (await exchangeDnsMessages(mailnet.dnsPort, packet)).readUInt8(3) & 0x0f;
    const question = { type: 'MX', name: 'a.test', class: 'IN' } as const;
    const validQuery = encode({ type: 'query', id: 1, questions: [question] });
    const chaos = encode({ type: 'query', questions: [{ ...question, class: 'CH' }] });
    const two = encode({ type: 'query', questions: [question, question] });
    const status = Buffer.from(validQuery);
    status.writeUInt8(0x10, 2);
    expect(await codeOf(chaos)).toBe(5);
    expect(await codeOf(two)).toBe(1);
    expect(await codeOf(status)).toBe(4);
    expect(await codeOf(validQuery.subarray(0, 15))).toBe(1);
    expect(await codeOf(validQuery)).toBe(3);
  });
});
