import { Buffer } from 'node:buffer';
import { SocketAddress, isIP } from 'node:net';
import {
  AUTHORITATIVE_ANSWER,
  RECURSION_AVAILABLE,
  TRUNCATED_RESPONSE,
  decode,
  encode,
} from 'dns-packet';
import type { Answer, OptAnswer, Packet } from 'dns-packet';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeReply, encodeQuery } from './message.ts';
import type { DnsReply, RecordType } from './message.ts';

const KINDS: readonly RecordType[] = ['MX', 'A', 'AAAA', 'TXT'];

const query = (name = 'a.test', type: RecordType = 'MX'): Buffer =>
  encodeQuery(7, name, type, false);

const encodeReply = (packet: Packet): Buffer =>
  encode({ type: 'response', id: 7, questions: [{ name: 'a.test', type: 'MX' }], ...packet });

const read = (packet: Packet): DnsReply | undefined => decodeReply(encodeReply(packet), query());

describe('a query', () => {
  const label = fc.stringMatching(/^[a-z0-9_](?:[a-z0-9-]{0,20}[a-z0-9])?$/);
  const name = fc.array(label, { minLength: 1, maxLength: 6 }).map((labels) => labels.join('.'));

  test('contains one question, with or without EDNS0', () => {
    fc.assert(
      fc.property(
        name,
        fc.constantFrom(...KINDS),
        fc.nat(0xffff),
        fc.boolean(),
        (asked, type, id, edns) => {
          const packet = decode(encodeQuery(id, asked, type, edns));
          expect(packet).toMatchObject({
            id,
            type: 'query',
            flag_rd: true,
            questions: [{ name: asked, type, class: 'IN' }],
          });
          expect(packet.additionals).toMatchObject(
            edns ? [{ name: '.', type: 'OPT', udpPayloadSize: 1232, ednsVersion: 0 }] : [],
          );
        },
      ),
      { seed: 1035 },
    );
  });

  test('can contain the longest name', () => {
    const longest = `${'a'.repeat(63)}.`.repeat(3) + 'b'.repeat(61);
    expect(encodeQuery(1, longest, 'MX', false).length).toBe(12 + 255 + 4);
    expect(decode(encodeQuery(1, longest, 'MX', true)).questions?.[0]?.name).toBe(longest);
  });
});

describe('a response', () => {
  test('contains its records, with names in lower case', () => {
    const packet = encode({
      type: 'response',
      id: 7,
      questions: [{ name: 'Example.COM', type: 'MX' }],
      answers: [
        { name: 'Example.COM', type: 'CNAME', ttl: 300, data: 'Other.example.com' },
        {
          name: 'other.example.com',
          type: 'MX',
          ttl: 120,
          data: { preference: 5, exchange: 'MX.example.com' },
        },
        { name: 'other.example.com', type: 'MX', ttl: 120, data: { preference: 0, exchange: '.' } },
        { name: 'mx.example.com', type: 'A', ttl: 60, data: '192.0.2.1' },
        { name: 'mx.example.com', type: 'AAAA', ttl: 90, data: '2001:db8::1' },
        { name: 'mx.example.com', type: 'TXT', ttl: 1, data: 'v=spf1 -all' },
      ],
    });
    expect(decodeReply(packet, query('example.com'))).toEqual({
      rcode: 0,
      truncated: false,
      aliases: new Map([['example.com', 'other.example.com']]),
      mx: [
        { owner: 'other.example.com', preference: 5, host: 'mx.example.com' },
        { owner: 'other.example.com', preference: 0, host: '' },
      ],
      addresses: [
        { owner: 'mx.example.com', type: 'A', address: '192.0.2.1' },
        { owner: 'mx.example.com', type: 'AAAA', address: '2001:db8::1' },
      ],
      texts: [],
      negative: false,
      lame: false,
      ttl: 60,
    });
  });

  test('contains the joined strings of a TXT record if TXT was queried', () => {
    const data = ['v=DMARC1; ', 'p=none'];
    const answers: Answer[] = [{ name: 'A.test', type: 'TXT', ttl: 9, data }];
    const packet = encodeReply({ questions: [{ name: 'a.test', type: 'TXT' }], answers });
    expect(decodeReply(packet, query('a.test', 'TXT'))).toMatchObject({
      texts: [{ owner: 'a.test', text: 'v=DMARC1; p=none' }],
      lame: false,
      ttl: 9,
    });
  });

  test('contains IPv6 addresses in a form that Node parses as the same address', () => {
    const canonical = (address: string) => new SocketAddress({ family: 'ipv6', address }).address;
    const group = fc.oneof(fc.constant(0), fc.nat(0xffff));
    fc.assert(
      fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), (groups) => {
        const packet = encodeReply({ answers: [{ name: 'a.test', type: 'AAAA', data: '::' }] });
        for (const [i, value] of groups.entries())
          packet.writeUInt16BE(value, packet.length - 16 + 2 * i);
        const [record] = decodeReply(packet, query())?.addresses ?? [];
        const written = groups.map((value) => value.toString(16)).join(':');
        expect(canonical(record?.address ?? '')).toBe(canonical(written));
      }),
      { seed: 1035, numRuns: 500 },
    );
  });

  test('has the negative TTL of its SOA record (RFC 2308 §5)', () => {
    const data = { mname: 'ns.test', rname: 'root.test', minimum: 42 };
    const authorities: Answer[] = [{ name: 'test', type: 'SOA', ttl: 900, data }];
    const expected = { rcode: 3, negative: true, ttl: 42 };
    expect(read({ flags: AUTHORITATIVE_ANSWER | 3, authorities })).toMatchObject(expected);
  });

  test('is truncated even if it ends within a record', () => {
    const packet = encodeReply({
      flags: TRUNCATED_RESPONSE,
      answers: [{ name: 'a.test', type: 'A', ttl: 1, data: '192.0.2.1' }],
    });
    expect(decodeReply(packet.subarray(0, -2), query())).toMatchObject({ truncated: true });
    expect(decodeReply(packet, query())).toMatchObject({ truncated: true, addresses: [] });
  });

  test('contains no record of another class, or one that exceeds the packet', () => {
    const packet = encodeReply({
      answers: [
        { name: 'a.test', type: 'A', class: 'CH', ttl: 1, data: '192.0.2.1' },
        { name: 'a.test', type: 'A', ttl: 1, data: '192.0.2.2' },
      ],
    });
    const addresses = decodeReply(packet, query())?.addresses;
    expect(addresses?.map(({ address }) => address)).toEqual(['192.0.2.2']);
    packet.writeUInt16BE(3, packet.length - 6);
    expect(decodeReply(packet.subarray(0, -1), query())).toBeUndefined();
  });

  const ns = (name: string): Answer => ({ name, type: 'NS', ttl: 60, data: 'ns.test' });
  const soa: Answer = { name: 'test', type: 'SOA', data: { mname: 'ns.test', rname: 'root.test' } };
  test.each<[string, Packet, boolean]>([
    ['a referral', { authorities: [ns('test')] }, true],
    ['a denial with the name servers', { authorities: [ns('test'), soa] }, false],
    ['nothing at all', {}, true],
    ['nothing, from a server that recurses', { flags: RECURSION_AVAILABLE }, false],
    ['nothing, from a server of the domain', { flags: AUTHORITATIVE_ANSWER }, false],
    ['a denial, from a server that does not recurse', { authorities: [soa] }, false],
    ['a name that does not exist', { flags: 3 }, false],
    [
      'a record of another name',
      { answers: [{ name: 'b.test', type: 'A', data: '192.0.2.1' }] },
      true,
    ],
    ['a record of another type', { answers: [{ name: 'a.test', type: 'TXT', data: 'x' }] }, true],
    ['an alias', { answers: [{ name: 'A.test', type: 'CNAME', data: 'b.test' }] }, false],
    ['an error', { flags: 2, authorities: [ns('test')] }, false],
  ])('with %s: lame is %s', (_, packet, lame) => {
    expect(read(packet)).toMatchObject({ lame });
  });

  test('contains response codes that only EDNS0 can encode', () => {
    const opt: OptAnswer = {
      type: 'OPT',
      name: '.',
      udpPayloadSize: 1232,
      extendedRcode: 1,
      ednsVersion: 0,
      flags: 0,
      flag_do: false,
      options: [],
    };
    expect(read({ additionals: [opt] })).toMatchObject({ rcode: 16 });
  });

  test('is rejected if a record is broken', () => {
    const packet = encodeReply({ answers: [{ name: 'a.test', type: 'TXT', data: 'abc' }] });
    packet.writeUInt8(200, packet.length - 4);
    expect(decodeReply(packet, query())).toBeUndefined();
  });

  test('contains every record', () => {
    const domain = fc.domain().filter((name) => name.length < 60);
    const record: fc.Arbitrary<Answer> = fc.oneof(
      fc.record({
        name: domain,
        type: fc.constant('A' as const),
        ttl: fc.nat(1e6),
        data: fc.ipV4(),
      }),
      fc.record({
        name: domain,
        type: fc.constant('MX' as const),
        ttl: fc.nat(1e6),
        data: fc.record({ preference: fc.nat(0xffff), exchange: domain }),
      }),
      fc.record({
        name: domain,
        type: fc.constant('CNAME' as const),
        ttl: fc.nat(1e6),
        data: domain,
      }),
    );
    fc.assert(
      fc.property(fc.array(record, { maxLength: 8 }), (answers) => {
        const reply = read({ answers });
        const of = <T extends Answer['type']>(type: T) =>
          answers.filter((answer) => answer.type === type);
        expect(reply?.addresses.map(({ owner, address }) => [owner, address])).toEqual(
          of('A').map((answer) => [answer.name.toLowerCase(), 'data' in answer && answer.data]),
        );
        expect(reply?.mx.length).toBe(of('MX').length);
        expect(reply?.aliases.size).toBe(
          new Set(of('CNAME').map((answer) => answer.name.toLowerCase())).size,
        );
        const ttls = answers.map((answer) => ('ttl' in answer ? (answer.ttl ?? 0) : 0));
        expect(reply?.ttl).toBe(ttls.length > 0 ? Math.min(...ttls) : undefined);
      }),
      { seed: 1035 },
    );
  });
});

describe('a packet that is not a response to the query', () => {
  const other = (packet: Packet) => encodeReply(packet);
  test.each<[string, Buffer]>([
    ['another id', other({ id: 8 })],
    ['another name', other({ questions: [{ name: 'b.test', type: 'MX' }] })],
    ['another type', other({ questions: [{ name: 'a.test', type: 'A' }] })],
    ['another class', other({ questions: [{ name: 'a.test', type: 'MX', class: 'CH' }] })],
    ['another opcode', other({ flags: 4 << 11 })],
    ['a query', other({ type: 'query' })],
    ['no question', other({ questions: [] })],
    ['half a header', other({}).subarray(0, 11)],
    ['nothing', Buffer.alloc(0)],
  ])('%s', (_, packet) => expect(decodeReply(packet, query())).toBeUndefined());

  test('a dot within a label', () => {
    const packet = encodeReply({});
    packet.write('\x06a.test', 12, 'latin1');
    expect(decode(packet).questions?.[0]?.name).toBe('a.test');
    expect(decodeReply(packet, query())).toBeUndefined();
  });

  test.each([
    ['an error', { flags: 1 }],
    ['a truncated response', { flags: TRUNCATED_RESPONSE }],
  ])('%s may lack the question', (_, packet) => {
    expect(read({ ...packet, questions: [] })).toBeDefined();
  });
});

describe('names', () => {
  /** Encodes a response with one CNAME record, whose target is given in octets. */
  const alias = (...target: number[]): Buffer => {
    const data = Buffer.from(target);
    const packet = encodeReply({ answers: [{ name: 'a.test', type: 'NULL', data }] });
    packet.writeUInt16BE(5, packet.length - data.length - 10);
    return packet;
  };
  const aliasIn = (packet: Buffer): string | undefined =>
    decodeReply(packet, query())?.aliases.get('a.test');
  const labels = (count: number) =>
    Array.from({ length: count }, () => [62, ...Buffer.alloc(62, 'a')]).flat();

  test('may end in a pointer to an earlier name', () => {
    expect(aliasIn(alias(1, 0x62, 0xc0, 12))).toBe('b.a.test');
  });

  test('have at most 255 octets', () => {
    expect(aliasIn(alias(...labels(4), 1, 0x62, 0))).toHaveLength(253);
    expect(aliasIn(alias(...labels(4), 2, 0x62, 0x62, 0))).toBeUndefined();
  });

  test('are lowercased only in ASCII', () => {
    const kelvin = Buffer.from('\u212a');
    expect(aliasIn(alias(4, ...kelvin, 0x4b, 0))).toBe('\u212ak');
  });

  test.each([
    ['a pointer to itself', [0xc0, 41]],
    ['a forward pointer', [0xc0, 60]],
    ['a loop', [1, 0x61, 0xc0, 41]],
    ['a length beyond the packet', [40, 0x61]],
    ['an unknown label type', [0x41, 0x61, 0]],
    ['a missing end', [2, 0x61, 0x62]],
  ])('rejects %s as a name', (_, target) => {
    expect(decodeReply(alias(...target), query())).toBeUndefined();
  });

  test('are decoded without hanging, whatever the octets', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(3), fc.nat(3), (octets, an, ns) => {
        const packet = Buffer.concat([encodeReply({}), octets]);
        packet[7] = an;
        packet[9] = ns;
        const reply = decodeReply(packet, query());
        for (const { address } of reply?.addresses ?? []) expect(isIP(address)).not.toBe(0);
      }),
      { seed: 1035, numRuns: 2_000 },
    );
  });
});
