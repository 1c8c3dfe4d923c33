import { createServer } from 'node:net';
import type { Socket } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  useHarnesses,
  isProbe,
  userAddresses,
  acceptUnlessNo,
  summarize,
} from '../tests/harness.ts';
import { EHLO_WITH_PIPELINING, EHLO_WITH_STARTTLS } from '../tests/scripted-smtp.ts';
import type { SmtpScript } from '../tests/scripted-smtp.ts';
import type { Verdict } from './model/types.ts';

/**
 * Guarantees of the engine against any server: limited memory, and one verdict for each address,
 * never a false one. A server that could stall the engine forever would exceed the test timeout.
 */

const start = useHarnesses();

const MEGABYTE = 2 ** 20;

async function verifyAt(script: SmtpScript, addresses = userAddresses(25)): Promise<Verdict[]> {
  const bench = await start({
    smtp: script,
    limits: { replyMs: 500, sessionMs: 3_000, firstGroup: 8 },
  });
  const verdicts = await bench.verify(addresses);
  expect(verdicts.map(({ email }) => email)).toEqual(addresses);
  return verdicts;
}

/** Verifies addresses at a server that passes each socket to `treat` and does nothing else. */
async function verifyAtSocket(treat: (socket: Socket) => void): Promise<Verdict[]> {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    treat(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const bench = await start({
    config: { smtp: { port, mailFrom: 'verify@probe.test' } },
    limits: { replyMs: 500, sessionMs: 3_000 },
  });
  const verdicts = await bench.verify(userAddresses(5));
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
  return verdicts;
}

/** Writes as long as the socket accepts data, and counts the octets written. */
function pour(socket: Socket, piece: string): { octets: number } {
  const poured = { octets: 0 };
  const more = (): void => {
    while (!socket.destroyed && poured.octets < 1024 * MEGABYTE) {
      poured.octets += piece.length;
      if (!socket.write(piece)) {
        socket.once('drain', more);
        return;
      }
    }
  };
  more();
  return poured;
}

const statuses = (verdicts: Verdict[]) => new Set(verdicts.map(({ status }) => status));
const UNKNOWN = new Set(['unknown']);

describe('floods', () => {
  test.each([
    ['a banner without end of line', 'x'.repeat(65_536)],
    ['a banner of countless lines', '220-still talking\r\n'.repeat(4_000)],
    ['replies nobody asked for', '250 ok\r\n'.repeat(8_000)],
    ['zeroes', '\0'.repeat(65_536)],
    ['empty lines', '\r\n'.repeat(30_000)],
  ])('disconnects early from %s', async (_, piece) => {
    const poured: { octets: number }[] = [];
    const before = process.memoryUsage().arrayBuffers;
    const verdicts = await verifyAtSocket((socket) => poured.push(pour(socket, piece)));
    expect(statuses(verdicts)).toEqual(UNKNOWN);
    for (const { octets } of poured) expect(octets).toBeLessThan(64 * MEGABYTE);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 * MEGABYTE);
  });

  test('ends an endless reply to EHLO or to a recipient', async () => {
    const endless = '250-more\n'.repeat(5_000);
    expect(statuses(await verifyAt({ ehlo: endless }))).toEqual(UNKNOWN);
    expect(statuses(await verifyAt({ rcpt: endless }))).toEqual(UNKNOWN);
  });
});

describe('slowness', () => {
  test.each([
    [
      'a byte now and then',
      (socket: Socket) => drip(socket, '220 mx.test ESMTP hello there\r\n', 25),
    ],
    ['a line without end, byte by byte', (socket: Socket) => drip(socket, '2'.repeat(1_000), 10)],
    ['silence', () => {}],
    ['a reader that never reads', (socket: Socket) => void socket.pause()],
  ])('%s', async (_, treat) => expect(statuses(await verifyAtSocket(treat))).toEqual(UNKNOWN));

  test('in the middle of a transaction invalidates earlier replies only if they were pipelined', async () => {
    const verdicts = await verifyAt({
      rcpt: (address, { recipients }) => (recipients > 3 ? null : acceptUnlessNo(address)),
    });
    // Two more connections, with three replies each and without pipelining, confirm the pattern.
    expect(verdicts.filter(({ status }) => status === 'deliverable')).toHaveLength(6);
    expect(verdicts.filter(({ reason }) => reason === 'timeout')).toHaveLength(verdicts.length - 6);
  });

  function drip(socket: Socket, text: string, ms: number): void {
    let at = 0;
    const timer = setInterval(() => socket.write(text.charAt((at += 1) - 1)), ms);
    socket.on('close', () => clearInterval(timer));
  }
});

describe('unexpected replies', () => {
  test.each<[string, SmtpScript]>([
    ['two greetings', { greeting: '220 mx.test\n220 again' }],
    ['two answers to EHLO', { ehlo: `${EHLO_WITH_PIPELINING}\n250 again` }],
    ['two answers to MAIL', { mail: '250 ok\n250 once more' }],
    ['two answers to each recipient', { rcpt: '550 5.1.1 User unknown\n550 5.1.1 User unknown' }],
    ['an answer too few, then silence', { mail: null, rcpt: '550 5.1.1 User unknown' }],
    ['a greeting of another class', { greeting: '354 go ahead' }],
    ['a challenge instead of an answer', { rcpt: '334 VXNlcm5hbWU6' }],
    ['codes that no reply has', { rcpt: '999 what' }],
    ['codes that differ within a reply', { rcpt: '250-ok\n550 5.1.1 User unknown' }],
    ['binary', { rcpt: '\u0000\u0001\u0002\u00FF' }],
    ['a shell', { greeting: '$ ' }],
    [
      'an answer before the question',
      { greeting: '220 hi\n250-mx.test\n250 PIPELINING\n250 ok\n550 5.1.1 no' },
    ],
  ])('%s: no address becomes undeliverable', async (_, script) => {
    expect([...statuses(await verifyAt(script))]).not.toContain('undeliverable');
  });

  test('a missing reply: no other recipient is refused in its place, unless by name', async () => {
    const omittingReplyTo = (replyTo: (address: string) => string): SmtpScript => ({
      rcpt: (address) =>
        address.startsWith('user3@')
          ? null
          : /user[5-9]@/.test(address)
            ? replyTo(address)
            : '250 Ok',
    });
    const unnamed = await verifyAt(
      omittingReplyTo(() => '550 5.1.1 User unknown'),
      userAddresses(12),
    );
    // These recipients were sent again, one at a time.
    const alone = unnamed.filter(({ status }) => status === 'undeliverable');
    expect(alone.map(({ email }) => email)).toEqual(userAddresses(10).slice(5));
    const named = await verifyAt(
      omittingReplyTo((to) => `550 5.1.1 <${to}>: User unknown`),
      userAddresses(12),
    );
    const refused = named.filter(({ status }) => status === 'undeliverable');
    expect(refused.every(({ email }) => /user[5-9]@/.test(email))).toBe(true);
    const step = { ...omittingReplyTo(() => '550 5.1.1 User unknown'), ehlo: '250 mx.test' };
    expect(await verifyAt(step, ['user5@one.test', 'user3@one.test'])).toMatchObject([
      { reason: 'no_such_mailbox' },
      { reason: 'timeout' },
    ]);
  });

  test.each<[string, (address: string) => string]>([
    ['the address', (address) => `550 5.1.1 <${address}>: User unknown`],
    // Courier names only the local part, and replies more slowly after each refusal.
    ['the local part', (address) => `550 User <${address.split('@')[0]}> unknown`],
  ])('no reply to the last recipients: those refused by %s stay refused', async (_, refusal) => {
    const verdicts = await verifyAt(
      { rcpt: (address) => (/user[4-9]@/.test(address) ? null : refusal(address)) },
      userAddresses(10),
    );
    expect(summarize(verdicts)).toEqual([
      ...Array<string>(4).fill('undeliverable no_such_mailbox'),
      ...Array<string>(6).fill('unknown timeout'),
    ]);
  });

  test('replies in the wrong order: a refusal by name is not attributed to another recipient', async () => {
    const names = userAddresses(6).toReversed();
    const rcpt = (_: string, { recipients }: { recipients: number }) => {
      const name = names[recipients - 1] ?? '';
      return name.startsWith('user5') ? `550 5.1.1 <${name}>: User unknown` : '250 Ok';
    };
    const verdicts = await verifyAt({ rcpt }, userAddresses(6));
    expect(verdicts[0]).toMatchObject({ status: 'unknown', reason: 'server_error' });
  });

  test('a wrong reply class for RSET or QUIT changes no verdict', async () => {
    const verdicts = await verifyAt({
      rcpt: acceptUnlessNo,
      line: (line) => (line === 'RSET' || line === 'QUIT' ? '550 never' : undefined),
    });
    expect(statuses(verdicts)).toEqual(new Set(['deliverable']));
  });
});

describe('TLS', () => {
  const mail = '530 5.7.0 Must issue a STARTTLS command first';
  test.each<[string, string]>([
    ['garbage instead of a handshake', '220 go\nnot TLS at all, not TLS at all, not TLS'],
    ['an acceptance injected before it', '220 go\n250 2.1.0 Ok\n550 5.1.1 User unknown'],
    ['no handshake', '220 go'],
    ['the end', 'BYE:220 go'],
    ['a refusal', '454 4.7.0 TLS not available'],
  ])('%s', async (_, refusal) => {
    const script: SmtpScript = {
      ehlo: EHLO_WITH_STARTTLS,
      mail,
      rcpt: '503 5.5.1 no',
      line: (line) => (line === 'STARTTLS' ? refusal : undefined),
    };
    expect(statuses(await verifyAt(script))).toEqual(UNKNOWN);
  });
});

describe('the end of the connection', () => {
  const stages = ['EHLO', 'MAIL', 'RCPT', 'RSET', 'QUIT'];
  const ends: [string, (script: { disconnect(): void; reset(): void }) => string | null][] = [
    ['closed', (peer) => (peer.disconnect(), null)],
    ['reset', (peer) => (peer.reset(), null)],
    ['421', () => 'BYE:421 4.3.2 shutting down'],
    ['421 and silence', () => '421 4.3.2 shutting down'],
    ['half a reply', (peer) => (setTimeout(() => peer.disconnect(), 10), 'BYE:25')],
  ];
  const cases = stages.flatMap((stage) => ends.map(([how, way]) => [how, stage, way] as const));

  test.each(cases)('%s at %s', async (_, stage, way) => {
    const verdicts = await verifyAt({
      rcpt: acceptUnlessNo,
      line: (line, peer) => (line.startsWith(stage) ? way(peer) : undefined),
    });
    expect([...statuses(verdicts)]).not.toContain('undeliverable');
  });

  test('before each command of a dialogue in turn', async () => {
    for (let last = 0; last < 9; last += 1) {
      let count = 0;
      const verdicts = await verifyAt(
        {
          ehlo: '250 mx.test',
          rcpt: acceptUnlessNo,
          line: () => ((count += 1) > last && count <= last + 1 ? 'BYE:' : undefined),
        },
        ['a@one.test', 'no@one.test', 'b@one.test'],
      );
      expect(verdicts[1]?.status).toMatch(/^(undeliverable|unknown)$/);
      expect(verdicts[0]?.status).toMatch(/^(deliverable|unknown)$/);
    }
  });
});

test('reads replies split at any byte like complete replies', async () => {
  const dialogue = (chop: (text: string) => string[]) =>
    verifyAtSocket((socket) => {
      const queue: string[] = [];
      let sending = false;
      const send = (): void => {
        const next = queue.shift();
        sending = next !== undefined;
        if (next !== undefined) socket.write(next, () => setImmediate(send));
      };
      const say = (text: string): void => {
        queue.push(...chop(text));
        if (!sending) send();
      };
      say('220-mx.test\r\n220 ESMTP\r\n');
      socket.on('data', (chunk) => {
        for (const line of chunk.toString().split('\r\n')) {
          const address = /^RCPT TO:<(.*)>$/.exec(line)?.[1];
          if (line.startsWith('EHLO')) say('250-mx.test\r\n250-SIZE 1\r\n250 PIPELINING\r\n');
          else if (line === '') continue;
          else if (address === undefined) say('250 2.0.0 Ok\r\n');
          else if (isProbe(address)) say('550-5.1.1 No\r\n550 5.1.1 User unknown\r\n');
          else say(address.startsWith('user3') ? '550 5.1.1 User unknown\r\n' : '250 2.1.5 Ok\r\n');
        }
      });
    });
  const outline = (verdicts: Verdict[]) => verdicts.map(({ status, reason }) => [status, reason]);
  const whole = outline(await dialogue((text) => [text]));
  expect(whole[3]).toEqual(['undeliverable', 'no_such_mailbox']);
  expect(whole[0]).toEqual(['deliverable', 'accepted']);
  expect(outline(await dialogue((text) => [...text]))).toEqual(whole);
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 40 }), async (size) => {
      const chop = (text: string) => text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
      expect(outline(await dialogue(chop))).toEqual(whole);
    }),
    { seed: 7, numRuns: 5 },
  );
});

test('gives every address a verdict at servers that reply at random', async () => {
  const replies = [
    '250 Ok',
    '550 5.1.1 User unknown',
    '451 4.3.0 Later',
    '421 4.3.2 Bye',
    '250-x',
    '',
    'BYE:',
    '554 5.7.1 Spam',
    '452 4.5.3 Too many',
    'hello',
    '530 5.7.0 Must issue a STARTTLS command first',
    '220 go',
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(replies.length - 1), { minLength: 30, maxLength: 30 }),
      async (choice) => {
        let at = 0;
        const verdicts = await verifyAt(
          {
            ehlo: EHLO_WITH_STARTTLS,
            line: (line) =>
              line.startsWith('EHLO') ? undefined : replies[choice[(at += 1) % 30] ?? 0],
          },
          [...userAddresses(8), ...userAddresses(8, 'two.test')],
        );
        expect(verdicts).toHaveLength(16);
      },
    ),
    { seed: 42, numRuns: 12 },
  );
});
