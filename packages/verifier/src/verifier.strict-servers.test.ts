import { expect, test } from 'vitest';
import {
  UNKNOWN_USER,
  useHarnesses,
  countConnections,
  userAddresses,
  acceptUnlessNo,
  summarize,
} from '../tests/harness.ts';
import { EHLO_WITH_PIPELINING, EHLO_WITH_STARTTLS } from '../tests/scripted-smtp.ts';
import type { SmtpScript } from '../tests/scripted-smtp.ts';

/** Tests with servers that reveal a mailbox only to clients that tolerate their behavior. */

const start = useHarnesses();

const nobodies = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => `no${i}@one.test`);
const repeated = (verdict: string, count: number): string[] => Array<string>(count).fill(verdict);

/** Sends replies in sequence, each after its own delay. */
function replyAfter(ms: (address: string, connection: number) => number): SmtpScript['rcpt'] {
  const idleAt = new Map<number, number>();
  return (address, { connection, write }) => {
    const now = Date.now();
    const answersAt = Math.max(now, idleAt.get(connection) ?? 0) + ms(address, connection);
    idleAt.set(connection, answersAt);
    setTimeout(() => write(`${acceptUnlessNo(address)}\r\n`), answersAt - now);
    return null;
  };
}

test.each([
  { ehlo: EHLO_WITH_PIPELINING, firstMs: 20, count: 14 },
  { ehlo: '250 mx.test', firstMs: 20, count: 14 },
  // Like Courier by default, whose third refusal comes after 32 seconds.
  { ehlo: EHLO_WITH_PIPELINING, firstMs: 200, count: 12 },
  { ehlo: '250 mx.test', firstMs: 200, count: 12 },
])(
  'disconnects in time from a tarpit that grows with each refusal (%j)',
  async ({ ehlo, firstMs, count }) => {
    const refusals = new Map<number, number>();
    const rcpt = replyAfter((address, connection) => {
      if (!address.startsWith('no')) return 0;
      const before = refusals.get(connection) ?? 0;
      refusals.set(connection, before + 1);
      return firstMs * 2 ** before;
    });
    const limits = { replyMs: 700, groupMs: 100, slowReplyMs: 100 };
    const it = await start({ smtp: { ehlo, rcpt }, limits });
    const addresses = [...nobodies(count), 'ada@one.test', 'bob@one.test'];
    const verdicts = summarize(await it.verify(addresses));
    expect(verdicts).toEqual([
      ...repeated('undeliverable no_such_mailbox', count),
      ...repeated('deliverable accepted', 2),
    ]);
    expect(countConnections(it)).toBeLessThanOrEqual(8);
  },
);

test('asks one recipient at a time if a server withholds replies until a group is done', async () => {
  const rcpt: SmtpScript['rcpt'] = (address, { connection, write }) => {
    withheld.set(connection, [...(withheld.get(connection) ?? []), acceptUnlessNo(address)]);
    clearTimeout(timers.get(connection));
    // A slow lookup for each recipient, with all replies in one packet (RFC 2920 §3.2).
    const flush = () => write(`${withheld.get(connection)?.splice(0).join('\r\n')}\r\n`);
    timers.set(connection, setTimeout(flush, 60 * (withheld.get(connection)?.length ?? 0)));
    return null;
  };
  const withheld = new Map<number, string[]>();
  const timers = new Map<number, NodeJS.Timeout>();
  const it = await start({ smtp: { rcpt }, limits: { replyMs: 300, firstGroup: 8 } });
  const verdicts = summarize(await it.verify([...userAddresses(4), ...nobodies(4)]));
  expect(verdicts).toEqual([
    ...repeated('deliverable accepted', 4),
    ...repeated('undeliverable no_such_mailbox', 4),
  ]);
  expect(countConnections(it)).toBe(2);
});

test('asks a server that is silent about a single recipient once more, without pipelining', async () => {
  const it = await start({ smtp: { rcpt: null }, limits: { replyMs: 200 } });
  expect(summarize(await it.verify(['ada@one.test']))).toEqual(['unknown timeout']);
  expect(countConnections(it)).toBe(2);
});

test.each([
  '503 5.7.0 encryption too weak 0 less than 112',
  '403 4.7.0 encryption too weak 0 less than 112',
  '400 STARTTLS is required first.',
  '450 4.7.1 Sessions without encryption are deferred',
  '530 5.7.0 Must issue a STARTTLS command first',
])('starts TLS if it is offered, and required by %j', async (demand) => {
  for (const stage of ['mail', 'rcpt'] as const) {
    const it = await start({
      smtp: {
        ehlo: (_, { secured }) => (secured ? EHLO_WITH_PIPELINING : EHLO_WITH_STARTTLS),
        mail: (_, { secured }) => (secured || stage === 'rcpt' ? '250 Ok' : demand),
        rcpt: (address, { secured }) => (secured ? acceptUnlessNo(address) : demand),
      },
    });
    expect(summarize(await it.verify(['ada@one.test', 'no@one.test']))).toEqual([
      'deliverable accepted',
      'undeliverable no_such_mailbox',
    ]);
    const lines = it.smtp['127.0.0.1']?.received[0] ?? [];
    // Otherwise, sendmail and OpenSMTPD reject it: "TLS not permitted during a mail transaction".
    const before = lines[lines.indexOf('STARTTLS') - 1];
    expect(before).toMatch(stage === 'rcpt' ? /^RSET$/ : /^RCPT/);
  }
});

test.each([
  '452 4.5.3 Too many recipients on this connection',
  '450 4.7.1 Too many recipients in this session',
  '550 Too many failed recipients',
])('asks waiting recipients on the next connection after %j', async (refusal) => {
  const rcpt: SmtpScript['rcpt'] = (address, { recipients }) =>
    recipients > 6 ? refusal : acceptUnlessNo(address);
  const it = await start({ smtp: { rcpt } });
  const verdicts = await it.verify(userAddresses(17));
  expect(summarize(verdicts)).toEqual(repeated('deliverable accepted', 17));
  // The confidence shows that the random recipient got a reply, too.
  expect(verdicts[0]?.confidence).toBe(0.98);
  expect(countConnections(it)).toBe(3);
});

test('does not reconnect just for the random recipient after a rate limit', async () => {
  let asked = 0;
  const rcpt: SmtpScript['rcpt'] = (address) => {
    asked += 1;
    return asked > 4
      ? '450 4.7.1 Error: too many recipients from 127.0.0.1'
      : acceptUnlessNo(address);
  };
  for (const count of [4, 6]) {
    asked = 0;
    const it = await start({ smtp: { rcpt } });
    const verdicts = await it.verify(userAddresses(count));
    expect(summarize(verdicts)).toEqual([
      ...repeated('deliverable accepted', 4),
      ...repeated('unknown throttled', count - 4),
    ]);
    expect(verdicts[0]?.confidence).toBe(0.6);
    expect(countConnections(it)).toBe(1);
  }
});

test('returns server_error for a recipient that sendmail could not look up', async () => {
  const it = await start({ smtp: { rcpt: '250 2.1.5 <a>... Recipient ok (will queue)' } });
  const verdicts = await it.verify(['ada@one.test']);
  expect(verdicts).toMatchObject([{ reason: 'server_error', retry_after_s: 300 }]);
});

test('returns server_error for a server that speaks only LMTP', async () => {
  const line: SmtpScript['line'] = (command) =>
    /^(?:EHLO|HELO)/.test(command) ? '500 5.5.1 Unknown command' : undefined;
  const it = await start({ smtp: { line, rcpt: UNKNOWN_USER } });
  expect(summarize(await it.verify(['ada@one.test']))).toEqual(['unknown server_error']);
});
