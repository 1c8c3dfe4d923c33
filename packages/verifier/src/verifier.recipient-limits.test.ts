import { describe, expect, test } from 'vitest';
import { createMemoryFacts } from './facts/memory-facts.ts';
import {
  useHarnesses,
  countConnections,
  isProbe,
  userAddresses,
  acceptUnlessNo,
  summarize,
} from '../tests/harness.ts';
import { EHLO_WITH_PIPELINING, type SmtpScript } from '../tests/scripted-smtp.ts';

const start = useHarnesses();

/** Accepts up to `most` recipients per transaction and refuses the others. */
const upTo =
  (
    most: number,
    refusal: string,
    rcpt: (address: string) => string = acceptUnlessNo,
  ): SmtpScript['rcpt'] =>
  (address, { inTransaction }) =>
    inTransaction > most ? refusal : rcpt(address);

describe('a server that accepts few recipients in a transaction', () => {
  test.each([
    [1, '452 4.5.3 only one recipient allowed without spf pass'],
    [1, '451 Will not accept multiple recipients in one transaction'],
    [1, '451 4.7.1 Please send one recipient per transaction'],
    [1, '550 Requested action aborted, that one was enough'],
    [3, '552 Limit of 3 recipients exceeded'],
    [3, '450 4.0.0 Not this one'],
  ])('gets a reply for every recipient with %d at a time: %s', async (most, refusal) => {
    const facts = createMemoryFacts();
    const smtp = { ehlo: EHLO_WITH_PIPELINING, rcpt: upTo(most, refusal) };
    const it = await start({ smtp, config: { facts } });
    const verdicts = await it.verify([...userAddresses(12), 'no1@one.test', 'no2@one.test']);
    expect(summarize(verdicts)).toEqual([
      ...userAddresses(12).map(() => 'deliverable accepted'),
      'undeliverable no_such_mailbox',
      'undeliverable no_such_mailbox',
    ]);
    expect(verdicts[0]?.confidence).toBeGreaterThan(0.9);
    expect(countConnections(it)).toBe(1);
    const fact = (await facts.domains(['one.test'])).get('one.test');
    expect(fact).toMatchObject({ catchAll: 'no', recipientCap: most });
  });

  test.each(['452 4.5.3 Too many recipients', '450 4.0.0 Not this one'])(
    'is a catch-all if it accepts the random recipient in a second transaction: %s',
    async (refusal) => {
      const it = await start({ smtp: { rcpt: upTo(1, refusal, () => '250 Ok') } });
      expect(await it.verify(['a@one.test'])).toMatchObject([
        { reason: 'catch_all', flags: { catch_all: true, catch_all_unknown: false } },
      ]);
    },
  );

  test('lowers the confidence, and sets the flag, if it never replies to the random recipient', async () => {
    const rcpt = (address: string) => (isProbe(address) ? '451 4.3.0 Not now' : '250 Ok');
    const it = await start({ smtp: { rcpt } });
    expect(await it.verify(['a@one.test'])).toMatchObject([
      { reason: 'accepted', confidence: 0.6, flags: { catch_all: false, catch_all_unknown: true } },
    ]);
    expect(it.verifier.counters.probes).toBe(1);
    expect(
      it.smtp['127.0.0.1']?.received.flat().filter((line) => line.startsWith('RCPT')),
    ).toHaveLength(3);
  });
});

describe('a refusal of one mailbox with the text of a limit', () => {
  const odd = '452 4.2.0 exceeded the number of recipients';
  const rcpt = (address: string) => (address.startsWith('full') ? odd : acceptUnlessNo(address));

  test('makes every recipient retry later if it starts with the first one', async () => {
    const it = await start({ smtp: { rcpt: '452 4.5.3 Too many recipients' } });
    const verdicts = await it.verify(userAddresses(200));
    expect(new Set(summarize(verdicts))).toEqual(new Set(['unknown server_error']));
    expect(verdicts.every(({ retry_after_s: again }) => again === 300)).toBe(true);
    expect(it.recipients()).toHaveLength(200);
    expect(countConnections(it)).toBe(1);
  });

  test.each([0, 15, 30])('does not affect 30 others when it is reply %d of 31', async (place) => {
    const facts = createMemoryFacts();
    const it = await start({ smtp: { ehlo: EHLO_WITH_PIPELINING, rcpt }, config: { facts } });
    const addresses = userAddresses(30).toSpliced(place, 0, 'full@one.test');
    const verdicts = await it.verify(addresses);
    expect(summarize(verdicts)).toEqual(
      Array.from(addresses, (_, at) =>
        at === place ? 'unknown server_error' : 'deliverable accepted',
      ),
    );
    expect(verdicts.filter(({ reply }) => reply?.text.includes('exceeded'))).toHaveLength(1);
    expect(it.recipients().length).toBeLessThanOrEqual(34);
    expect(countConnections(it)).toBeLessThanOrEqual(2);
    const fact = (await facts.domains(['one.test'])).get('one.test');
    expect(fact).not.toHaveProperty('recipientCap');
  });

  test('concerns only the mailboxes that got it', async () => {
    const it = await start({ smtp: { ehlo: EHLO_WITH_PIPELINING, rcpt } });
    const full = ['full1', 'full2', 'full3'].map((name) => `${name}@one.test`);
    const addresses = userAddresses(200)
      .toSpliced(3, 0, ...full)
      .toSpliced(90, 0, 'full4@one.test');
    const verdicts = await it.verify(addresses);
    const unknown = verdicts.filter(({ status }) => status !== 'deliverable');
    expect(unknown.map(({ email }) => email)).toEqual([...full, 'full4@one.test']);
  });
});

test('asks a mailbox that is refused by policy at most twice', async () => {
  const rcpt = (address: string) =>
    address.startsWith('shut') ? '550 5.7.1 Delivery is restricted' : acceptUnlessNo(address);
  const it = await start({ smtp: { ehlo: EHLO_WITH_PIPELINING, rcpt } });
  const shut = ['shut1@one.test', 'shut2@one.test'];
  const verdicts = await it.verify([...userAddresses(5), ...shut]);
  expect(summarize(verdicts).slice(-2)).toEqual(['unknown policy', 'unknown policy']);
  for (const address of shut)
    expect(it.recipients().filter((asked) => asked === address).length).toBeLessThanOrEqual(2);
});

test('shows no recipient the reply to another recipient', async () => {
  const rcpt: SmtpScript['rcpt'] = (address, { recipients }) =>
    recipients > 5
      ? `450 4.7.1 <${address}>: too many messages, slow down`
      : acceptUnlessNo(address);
  const it = await start({ smtp: { rcpt }, limits: { firstGroup: 8 } });
  const verdicts = await it.verify([...userAddresses(30), 'no@one.test']);
  expect(verdicts.some(({ reason }) => reason === 'throttled')).toBe(true);
  const named = verdicts.filter(({ reply }) => reply?.text.includes('@'));
  expect(named.filter(({ email, reply }) => !reply?.text.includes(email))).toEqual([]);
});
