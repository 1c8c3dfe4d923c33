import { afterEach, expect, test } from 'vitest';
import { UNKNOWN_USER, benches, connections, many, precise, short } from '../tests/bench.ts';
import { PIPELINING, STARTTLS } from '../tests/scripted-smtp.ts';
import type { Script } from '../tests/scripted-smtp.ts';

/** Servers that reveal a mailbox only to clients that tolerate their behavior. */

const { start, end } = benches();
afterEach(end);

const nobodies = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => `no${i}@one.test`);
const repeated = (verdict: string, count: number): string[] => Array<string>(count).fill(verdict);

/** Sends replies in sequence, each after its own delay. */
function taking(ms: (address: string, connection: number) => number): Script['rcpt'] {
  const idleAt = new Map<number, number>();
  return (address, { connection, write }) => {
    const now = Date.now();
    const answersAt = Math.max(now, idleAt.get(connection) ?? 0) + ms(address, connection);
    idleAt.set(connection, answersAt);
    setTimeout(() => write(`${precise(address)}\r\n`), answersAt - now);
    return null;
  };
}

test.each([
  { ehlo: PIPELINING, firstMs: 20, count: 14 },
  { ehlo: '250 mx.test', firstMs: 20, count: 14 },
  // Like Courier by default, whose third refusal comes after 32 seconds.
  { ehlo: PIPELINING, firstMs: 200, count: 12 },
  { ehlo: '250 mx.test', firstMs: 200, count: 12 },
])(
  'a tarpit that grows with each refusal of a connection is left in time (%j)',
  async ({ ehlo, firstMs, count }) => {
    const refusals = new Map<number, number>();
    const rcpt = taking((address, connection) => {
      if (!address.startsWith('no')) return 0;
      const before = refusals.get(connection) ?? 0;
      refusals.set(connection, before + 1);
      return firstMs * 2 ** before;
    });
    const limits = { replyMs: 600, groupMs: 100, slowReplyMs: 100 };
    const it = await start({ smtp: { ehlo, rcpt }, limits });
    const addresses = [...nobodies(count), 'ada@one.test', 'bob@one.test'];
    const verdicts = short(await it.verify(addresses));
    expect(verdicts).toEqual([
      ...repeated('undeliverable no_such_mailbox', count),
      ...repeated('deliverable accepted', 2),
    ]);
    expect(connections(it)).toBeLessThanOrEqual(8);
  },
);

test('a server that keeps its replies until a group is done is asked one by one', async () => {
  const rcpt: Script['rcpt'] = (address, { connection, write }) => {
    kept.set(connection, [...(kept.get(connection) ?? []), precise(address)]);
    clearTimeout(timers.get(connection));
    // A slow lookup for each, and all replies in one packet (RFC 2920 §3.2).
    const flush = () => write(`${kept.get(connection)?.splice(0).join('\r\n')}\r\n`);
    timers.set(connection, setTimeout(flush, 60 * (kept.get(connection)?.length ?? 0)));
    return null;
  };
  const kept = new Map<number, string[]>();
  const timers = new Map<number, NodeJS.Timeout>();
  const it = await start({ smtp: { rcpt }, limits: { replyMs: 300 } });
  const verdicts = short(await it.verify([...many(4), ...nobodies(4)]));
  expect(verdicts).toEqual([
    ...repeated('deliverable accepted', 4),
    ...repeated('undeliverable no_such_mailbox', 4),
  ]);
  expect(connections(it)).toBe(2);
});

test('a server that is silent about a single recipient is not asked again', async () => {
  const it = await start({ smtp: { rcpt: null }, limits: { replyMs: 200 } });
  expect(short(await it.verify(['ada@one.test']))).toEqual(['unknown timeout']);
  expect(connections(it)).toBe(1);
});

test.each([
  '503 5.7.0 encryption too weak 0 less than 112',
  '403 4.7.0 encryption too weak 0 less than 112',
  '400 STARTTLS is required first.',
  '450 4.7.1 Sessions without encryption are deferred',
  '530 5.7.0 Must issue a STARTTLS command first',
])('TLS is started where it is offered and demanded by %j', async (demand) => {
  for (const stage of ['mail', 'rcpt'] as const) {
    const it = await start({
      smtp: {
        ehlo: (_, { secured }) => (secured ? PIPELINING : STARTTLS),
        mail: (_, { secured }) => (secured || stage === 'rcpt' ? '250 Ok' : demand),
        rcpt: (address, { secured }) => (secured ? precise(address) : demand),
      },
    });
    expect(short(await it.verify(['ada@one.test', 'no@one.test']))).toEqual([
      'deliverable accepted',
      'undeliverable no_such_mailbox',
    ]);
    const lines = it.smtp['127.0.0.1']?.heard[0] ?? [];
    // sendmail, OpenSMTPD: "TLS not permitted during a mail transaction".
    const before = lines[lines.indexOf('STARTTLS') - 1];
    expect(before).toMatch(stage === 'rcpt' ? /^RSET$/ : /^RCPT/);
  }
});

test.each([
  '452 4.5.3 Too many recipients on this connection',
  '450 4.7.1 Too many recipients in this session',
  '550 Too many failed recipients',
])('who waits is asked on the next connection after %j', async (says) => {
  const rcpt: Script['rcpt'] = (address, { recipients }) =>
    recipients > 6 ? says : precise(address);
  const it = await start({ smtp: { rcpt } });
  const verdicts = await it.verify(many(17));
  expect(short(verdicts)).toEqual(repeated('deliverable accepted', 17));
  // The random recipient was answered as well.
  expect(verdicts[0]?.confidence).toBe(0.98);
  expect(connections(it)).toBe(3);
});

test('after a rate limit nobody comes back just for the random recipient', async () => {
  let asked = 0;
  const rcpt: Script['rcpt'] = (address) => {
    asked += 1;
    return asked > 4 ? '450 4.7.1 Error: too many recipients from 127.0.0.1' : precise(address);
  };
  for (const count of [4, 6]) {
    asked = 0;
    const it = await start({ smtp: { rcpt } });
    const verdicts = await it.verify(many(count));
    expect(short(verdicts)).toEqual([
      ...repeated('deliverable accepted', 4),
      ...repeated('unknown throttled', count - 4),
    ]);
    expect(verdicts[0]?.confidence).toBe(0.6);
    expect(connections(it)).toBe(1);
  }
});

test('a recipient that sendmail could not look up is not known to be there', async () => {
  const it = await start({ smtp: { rcpt: '250 2.1.5 <a>... Recipient ok (will queue)' } });
  const verdicts = await it.verify(['ada@one.test']);
  expect(verdicts).toMatchObject([{ reason: 'server_error', retry_after_s: 300 }]);
});

test('a server that knows LMTP alone is out of order', async () => {
  const line: Script['line'] = (said) =>
    /^(?:EHLO|HELO)/.test(said) ? '500 5.5.1 Unknown command' : undefined;
  const it = await start({ smtp: { line, rcpt: UNKNOWN_USER } });
  expect(short(await it.verify(['ada@one.test']))).toEqual(['unknown server_error']);
});
