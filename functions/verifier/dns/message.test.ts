import { Buffer } from 'node:buffer';
import { AUTHORITATIVE_ANSWER, TRUNCATED_RESPONSE, decode, encode } from 'dns-packet';
import type { Answer, Packet } from 'dns-packet';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TYPE, decodeReply, encodeQuery } from './message.ts';
import type { RecordKind } from './message.ts';

const KINDS: readonly RecordKind[] = ['MX', 'A', 'AAAA'];

const reply = (packet: Packet): Buffer => encode({ type: 'response', id: 7, ...packet });

describe('a question', () => {
  const label = fc.stringMatching(/^[a-z0-9_](?:[a-z0-9-]{0,20}[a-z0-9])?$/);
  const name = fc.array(label, { minLength: 1, maxLength: 6 }).map((labels) => labels.join('.'));

  test('is what another implementation reads', () => {
    fc.assert(
      fc.property(
        name,
        fc.constantFrom(...KINDS),
        fc.nat(0xffff),
        fc.boolean(),
        (asked, type, id, edns) => {
          const read = decode(encodeQuery(id, asked, type, edns));
          expect(read).toMatchObject({
            id,
            type: 'query',
            flag_rd: true,
            questions: [{ name: asked, type, class: 'IN' }],
          });
          expect(read.additionals).toMatchObject(
            edns ? [{ name: '.', type: 'OPT', udpPayloadSize: 1232, ednsVersion: 0 }] : [],
          );
        },
      ),
      { seed: 1035 },
    );
  });

  test('ends where its packet ends', () => {
    const longest = `${'a'.repeat(63)}.`.repeat(3) + 'b'.repeat(61);
    expect(encodeQuery(1, longest, 'MX', false).length).toBe(12 + 255 + 4);
    expect(decode(encodeQuery(1, longest, 'MX', true)).questions?.[0]?.name).toBe(longest);
  });
});

describe('an answer', () => {
  test('has its records, names in lower case', () => {
    const packet = reply({
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
    expect(decodeReply(packet)).toEqual({
      id: 7,
      rcode: 0,
      truncated: false,
      question: { name: 'example.com', type: TYPE.MX },
      aliases: new Map([['example.com', 'other.example.com']]),
      mx: [
        { owner: 'other.example.com', preference: 5, host: 'mx.example.com' },
        { owner: 'other.example.com', preference: 0, host: '' },
      ],
      addresses: [
        { owner: 'mx.example.com', type: 'A', address: '192.0.2.1' },
        { owner: 'mx.example.com', type: 'AAAA', address: '2001:db8::1' },
      ],
      negative: false,
      evasive: false,
      ttl: 60,
    });
  });

  test('is negative for the time its SOA says (RFC 2308 §5)', () => {
    const soa = {
      mname: 'ns.test',
      rname: 'root.test',
      serial: 1,
      refresh: 2,
      retry: 3,
      expire: 4,
      minimum: 42,
    };
    const packet = reply({
      flags: AUTHORITATIVE_ANSWER | 3,
      questions: [{ name: 'no.test', type: 'A' }],
      authorities: [{ name: 'test', type: 'SOA', ttl: 900, data: soa }],
    });
    expect(decodeReply(packet)).toMatchObject({ rcode: 3, negative: true, ttl: 42 });
  });

  test('that is cut in the middle of a record still says that it is', () => {
    const packet = reply({
      flags: TRUNCATED_RESPONSE,
      questions: [{ name: 'a.test', type: 'A' }],
      answers: [{ name: 'a.test', type: 'A', ttl: 1, data: '192.0.2.1' }],
    });
    const cut = packet.subarray(0, -2);
    expect(decodeReply(cut)).toMatchObject({
      id: 7,
      truncated: true,
      question: undefined,
      addresses: [],
    });
    expect(decodeReply(packet)).toMatchObject({ truncated: true, question: { name: 'a.test' } });
  });

  test('of another class, or of a length its type has not, is no record', () => {
    const packet = reply({
      answers: [
        { name: 'a.test', type: 'A', class: 'CH', ttl: 1, data: '192.0.2.1' },
        { name: 'a.test', type: 'A', ttl: 1, data: '192.0.2.2' },
      ],
    });
    expect(decodeReply(packet)?.addresses.map(({ address }) => address)).toEqual(['192.0.2.2']);
    packet.writeUInt16BE(3, packet.length - 6);
    expect(decodeReply(packet.subarray(0, -1))?.addresses).toEqual([]);
  });

  const questions: Packet['questions'] = [{ name: 'a.test', type: 'MX' }];
  const ns = (name: string): Answer => ({ name, type: 'NS', ttl: 60, data: 'ns.test' });
  const soa: Answer = { name: 'test', type: 'SOA', data: { mname: 'ns.test', rname: 'root.test' } };
  test.each<[string, Packet, boolean]>([
    ['a referral', { authorities: [ns('test')] }, true],
    ['a denial with the name servers', { authorities: [ns('test'), soa] }, false],
    ['nothing at all', {}, false],
    [
      'a record of another name',
      { answers: [{ name: 'b.test', type: 'A', data: '192.0.2.1' }] },
      true,
    ],
    ['a record of another type', { answers: [{ name: 'a.test', type: 'TXT', data: 'x' }] }, true],
    ['an alias', { answers: [{ name: 'A.test', type: 'CNAME', data: 'b.test' }] }, false],
    ['an error', { flags: 2, authorities: [ns('test')] }, false],
  ])('that is %s evades the question or does not', (_, packet, evasive) => {
    expect(decodeReply(reply({ questions, ...packet }))).toMatchObject({ evasive });
  });

  test('of nothing but an error that EDNS0 alone has a number for is one', () => {
    const packet = reply({
      questions,
      additionals: [
        { type: 'OPT', name: '.', udpPayloadSize: 1232, flags: 0, options: [], extendedRcode: 1 },
      ] as unknown as Answer[],
    });
    packet[packet.length - 6] = 1;
    expect(decodeReply(packet)).toMatchObject({ rcode: 16 });
  });

  test('whose names lead out of their records is none', () => {
    const mx = { preference: 5, exchange: 'mx.test' };
    const packet = reply({ questions, answers: [{ name: 'a.test', type: 'MX', data: mx }, soa] });
    const length = packet.indexOf('mx', 40, 'latin1') - 5;
    packet.writeUInt16BE(packet.readUInt16BE(length) - 1, length);
    expect(decodeReply(packet)).toBeUndefined();
  });

  test('to anything but a question is none', () => {
    expect(decodeReply(reply({ questions, flags: 4 << 11 }))).toBeUndefined();
  });

  test('is what another implementation wrote', () => {
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
      fc.property(domain, fc.array(record, { maxLength: 8 }), (name, answers) => {
        const read = decodeReply(reply({ questions: [{ name, type: 'MX' }], answers }));
        const of = <T extends Answer['type']>(type: T) =>
          answers.filter((answer) => answer.type === type);
        expect(read?.question?.name).toBe(name.toLowerCase());
        expect(read?.addresses.map(({ owner, address }) => [owner, address])).toEqual(
          of('A').map((answer) => [answer.name.toLowerCase(), 'data' in answer && answer.data]),
        );
        expect(read?.mx.length).toBe(of('MX').length);
        expect(read?.aliases.size).toBe(
          new Set(of('CNAME').map((answer) => answer.name.toLowerCase())).size,
        );
        const ttls = answers.map((answer) => ('ttl' in answer ? (answer.ttl ?? 0) : 0));
        expect(read?.ttl).toBe(ttls.length > 0 ? Math.min(...ttls) : undefined);
      }),
      { seed: 1035 },
    );
  });
});

describe('names', () => {
  const header = Buffer.from([0, 7, 0x80, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
  const asking = (...name: number[]): Buffer =>
    Buffer.concat([header, Buffer.from([...name, 0, TYPE.A, 0, 1])]);

  test.each([
    ['a pointer to itself', [0xc0, 12]],
    ['a pointer onward', [0xc0, 40]],
    ['a circle', [1, 0x61, 0xc0, 12, 0]],
    ['a length beyond the packet', [40, 0x61]],
    ['a kind of label that is not known', [0x41, 0x61, 0]],
    ['an end that does not come', [8, ...Buffer.from('a.test')]],
  ])('%s is no name', (_, name) => expect(decodeReply(asking(...name))).toBeUndefined());

  test('longer than 255 octets are none', () => {
    const labels = (count: number) =>
      Array.from({ length: count }, () => [62, ...Buffer.alloc(62, 'a')]).flat();
    expect(decodeReply(asking(...labels(4), 1, 0x62, 0))?.question?.name).toHaveLength(253);
    expect(decodeReply(asking(...labels(4), 2, 0x62, 0x62, 0))).toBeUndefined();
  });

  test('with a dot in a label equal no other', () => {
    const packet = asking(3, ...Buffer.from('a.b'), 0);
    expect(decodeReply(packet)?.question?.name).toBe('a\\.b');
  });

  test('are read to an end whatever the octets', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(3), (octets, records) => {
        const packet = Buffer.concat([header, octets]);
        packet[7] = records;
        const read = decodeReply(packet);
        expect(read === undefined || read.id === 7).toBe(true);
      }),
      { seed: 1035, numRuns: 2_000 },
    );
  });
});
