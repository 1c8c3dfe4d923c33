import { describe, expect, test } from 'vitest';
import { createMemoryFacts } from './facts/memory-facts.ts';
import {
  UNKNOWN_USER,
  useHarnesses,
  countConnections,
  isProbe,
  userAddresses,
  acceptUnlessNo,
  summarize,
} from '../tests/harness.ts';
import type { Zone } from '../tests/scripted-dns.ts';
import { EHLO_WITH_PIPELINING } from '../tests/scripted-smtp.ts';
import type { SmtpScript } from '../tests/scripted-smtp.ts';

const start = useHarnesses();

describe('one domain', () => {
  test('shares a connection, a transaction and a random recipient among its addresses', async () => {
    const it = await start({ smtp: { rcpt: acceptUnlessNo } });
    const verdicts = await it.verify(['a@one.test', 'no@one.test', 'b@one.test']);
    expect(summarize(verdicts)).toEqual([
      'deliverable accepted',
      'undeliverable no_such_mailbox',
      'deliverable accepted',
    ]);
    expect(verdicts[1]).toMatchObject({
      mx: 'mx.one.test',
      reply: { stage: 'rcpt', code: 550, enhanced: '5.1.1', text: 'User unknown' },
    });
    await it.verifier.close();
    expect(it.smtp['127.0.0.1']?.received).toEqual([
      [
        'EHLO probe.test',
        'MAIL FROM:<verify@probe.test>',
        'RCPT TO:<a@one.test>',
        'RCPT TO:<no@one.test>',
        'RCPT TO:<b@one.test>',
        expect.stringMatching(/^RCPT TO:<[a-z2-7]{14}@one\.test>$/),
        'QUIT',
      ],
    ]);
    expect(it.verifier.counters).toMatchObject({ connections: 1, recipients: 3, probes: 1 });
  });

  test('gets at most twenty recipients per transaction', async () => {
    const it = await start({ smtp: { rcpt: acceptUnlessNo } });
    expect(new Set(summarize(await it.verify(userAddresses(45))))).toEqual(
      new Set(['deliverable accepted']),
    );
    const lines = it.smtp['127.0.0.1']?.received.flat() ?? [];
    expect(lines.filter((line) => line.startsWith('MAIL'))).toHaveLength(3);
    expect(lines.filter((line) => line === 'RSET')).toHaveLength(2);
    expect(countConnections(it)).toBe(1);
  });

  test.each([
    ['mx1.qq.com', 4, 'with the others if the transaction has room for it'],
    ['mx1.qq.com', 5, 'on its own if it has none'],
    ['x.mail.protection.outlook.com', 4, 'on its own if the provider requires it'],
  ])('%s is asked about a random recipient after %i: %s', async (host, count, how) => {
    const zone = { 'one.test': { MX: [[1, host]] as const }, [host]: { A: ['127.0.0.1'] } };
    const it = await start({ zone, smtp: { rcpt: acceptUnlessNo } });
    await it.verify(userAddresses(count));
    await it.verifier.close();
    const commands = it.smtp['127.0.0.1']?.received.flat().map((line) => line.slice(0, 4));
    const own = how.startsWith('on its own') ? ['RSET', 'MAIL'] : [];
    const recipients = Array.from({ length: count }, () => 'RCPT');
    expect(commands?.slice(2)).toEqual([...recipients, ...own, 'RCPT', 'QUIT']);
  });

  test('that accepts everyone proves nothing, and is asked about the random recipient only once', async () => {
    const it = await start();
    expect(summarize(await it.verify(['a@one.test', 'b@one.test']))).toEqual([
      'risky catch_all',
      'risky catch_all',
    ]);
    expect(summarize(await it.verify(['c@one.test']))).toEqual(['risky catch_all']);
    expect(it.verifier.counters).toMatchObject({ connections: 2, probes: 1 });
  });

  test('that accepts everyone is a catch-all for full mailboxes, too', async () => {
    const it = await start({
      smtp: { rcpt: (address) => (address.startsWith('full') ? '452 4.2.2 Full' : '250 Ok') },
    });
    expect(await it.verify(['full@one.test', 'b@one.test'])).toMatchObject([
      { reason: 'mailbox_full', flags: { catch_all: true, mailbox_full: true } },
      { reason: 'catch_all', flags: { catch_all: true, mailbox_full: false } },
    ]);
  });

  test('that accepts nobody is not asked for the random recipient', async () => {
    const it = await start({ smtp: { rcpt: () => UNKNOWN_USER } });
    expect(summarize(await it.verify(['a@one.test']))).toEqual(['undeliverable no_such_mailbox']);
    expect(it.verifier.counters.probes).toBe(0);
  });

  test('has lower confidence if the reply to the random recipient is inconclusive', async () => {
    const it = await start({
      smtp: { rcpt: (address) => (isProbe(address) ? '451 4.3.0 Try later' : '250 Ok') },
    });
    const [sure] = await (await start({ smtp: { rcpt: acceptUnlessNo } })).verify(['a@one.test']);
    const [unsure] = await it.verify(['a@one.test']);
    expect([unsure?.status, unsure?.reason]).toEqual(['deliverable', 'accepted']);
    expect(unsure?.confidence).toBeLessThan(sure?.confidence ?? 0);
  });

  test('checks duplicates once, in the first spelling, and gives each a verdict', async () => {
    const it = await start({ smtp: { rcpt: acceptUnlessNo } });
    const verdicts = await it.verify(['Jo@one.test', 'jo@ONE.test', 'JO@one.test', 'al@one.test']);
    expect(verdicts.map(({ email }) => email)).toEqual([
      'Jo@one.test',
      'jo@ONE.test',
      'JO@one.test',
      'al@one.test',
    ]);
    expect(new Set(summarize(verdicts))).toEqual(new Set(['deliverable accepted']));
    expect(it.recipients()).toEqual(['Jo@one.test', 'al@one.test']);
  });

  test('learns and stores a lower limit of recipients', async () => {
    const facts = createMemoryFacts();
    const rcpt: SmtpScript['rcpt'] = (address, { inTransaction }) =>
      inTransaction > 7 ? '452 4.5.3 Too many recipients' : acceptUnlessNo(address);
    const it = await start({ smtp: { rcpt }, config: { facts } });
    expect(new Set(summarize(await it.verify(userAddresses(30))))).toEqual(
      new Set(['deliverable accepted']),
    );
    expect(countConnections(it)).toBe(1);
    expect(await facts.domains(['one.test'])).toEqual(
      new Map([
        [
          'one.test',
          {
            mx: 'mx.one.test',
            catchAll: 'no',
            at: expect.any(Number),
            recipientCap: 7,
            dmarc: 'no',
          },
        ],
      ]),
    );
  });

  test('does not mistake a limit per connection for a limit per transaction', async () => {
    const rcpt: SmtpScript['rcpt'] = (address, { recipients }) =>
      recipients > 40 ? '452 4.5.3 Too many recipients' : acceptUnlessNo(address);
    const it = await start({ smtp: { rcpt } });
    expect(new Set(summarize(await it.verify(userAddresses(110))))).toEqual(
      new Set(['deliverable accepted']),
    );
    expect(countConnections(it)).toBe(3);
    expect((await it.config.facts.domains(['one.test'])).get('one.test')).toEqual({
      mx: 'mx.one.test',
      catchAll: 'no',
      at: expect.any(Number),
      dmarc: 'no',
    });
  });

  test.each([
    ['mx.one.test', 'is used', 0, 1, 'deliverable accepted'],
    ['mx.before.test', 'is ignored, because the mail hosts have changed', 1, 3, 'risky catch_all'],
  ])('a stored fact about %s %s', async (mx, _, probes, together, verdict) => {
    const facts = createMemoryFacts();
    await facts.putDomain('one.test', { mx, catchAll: 'no', recipientCap: 1 }, 60);
    const it = await start({ smtp: { rcpt: () => '250 Ok' }, config: { facts } });
    expect(summarize(await it.verify(userAddresses(2)))).toEqual([verdict, verdict]);
    expect(it.verifier.counters.probes).toBe(probes);
    const heard = it.smtp['127.0.0.1']?.received.flat() ?? [];
    const transaction = heard.slice(0, heard.indexOf('RSET'));
    expect(transaction.filter((line) => line.startsWith('RCPT'))).toHaveLength(together);
  });

  test('does not mistake a limit that counts refused recipients for one of accepted recipients', async () => {
    const rcpt: SmtpScript['rcpt'] = (address, { inTransaction }) =>
      inTransaction > 15 ? '452 4.5.3 Too many recipients' : acceptUnlessNo(address);
    const it = await start({ smtp: { rcpt } });
    const verdicts = await it.verify([
      ...userAddresses(120).map((address) => `no${address}`),
      'a@one.test',
    ]);
    expect(verdicts.every(({ status }) => status !== 'unknown')).toBe(true);
    const mails = it.smtp['127.0.0.1']?.received.flat().filter((line) => line.startsWith('MAIL'));
    expect(mails?.length).toBeLessThan(20);
  });

  test('reports an error if the server accepts no recipient at all', async () => {
    const it = await start({ smtp: { rcpt: () => '452 4.5.3 Too many recipients' } });
    const verdicts = await it.verify(userAddresses(5));
    expect(verdicts.every(({ status }) => status === 'unknown')).toBe(true);
    expect(it.recipients().length).toBeLessThan(25);
  });
});

describe('many mail hosts', () => {
  /** Creates a domain with the mail hosts `mx0` to `mx11`, of which only the given ones exist. */
  const twelve = (there: Zone): Zone => ({
    'one.test': { MX: Array.from({ length: 12 }, (_, i) => [i, `mx${i}.one.test`] as const) },
    ...there,
  });
  const LIVE = { A: ['127.0.0.1'] };
  const DEAD = { A: ['127.0.0.9'] };

  test.each([
    ['only the last exists', twelve({ 'mx11.one.test': LIVE })],
    [
      'the first is dead and the last works',
      twelve({ 'mx0.one.test': DEAD, 'mx11.one.test': LIVE }),
    ],
  ])('asks the last host if %s', async (_, zone) => {
    const it = await start({ zone, smtp: { rcpt: acceptUnlessNo } });
    expect(summarize(await it.verify(['a@one.test']))).toEqual(['deliverable accepted']);
  });

  test('are tried up to a limit, and then nothing is concluded about the domain', async () => {
    const zone = twelve({ 'mx0.one.test': DEAD, 'mx5.one.test': DEAD, 'mx11.one.test': LIVE });
    const it = await start({ zone, smtp: { rcpt: acceptUnlessNo }, limits: { mailHosts: 2 } });
    expect(summarize(await it.verify(['a@one.test']))).toEqual(['unknown server_unreachable']);
    expect(countConnections(it)).toBe(0);
  });
});

describe('a connection that ends', () => {
  test.each<[string, SmtpScript['rcpt']]>([
    [
      '421',
      (address, { recipients }) =>
        recipients > 4 ? 'BYE:421 4.3.2 enough' : acceptUnlessNo(address),
    ],
    ['a drop', (address, { recipients }) => (recipients > 4 ? 'BYE:' : acceptUnlessNo(address))],
    [
      'a reset',
      (address, peer) => (peer.recipients > 4 ? (peer.reset(), null) : acceptUnlessNo(address)),
    ],
  ])(
    'with %s after four replies: only recipients without a reply are asked again',
    async (kind, rcpt) => {
      const it = await start({
        smtp: { rcpt, ehlo: kind === 'a reset' ? '250 mx.test' : EHLO_WITH_PIPELINING },
      });
      expect(new Set(summarize(await it.verify(userAddresses(10))))).toEqual(
        new Set(['deliverable accepted']),
      );
      expect(countConnections(it)).toBe(3);
      expect(new Set(it.recipients())).toEqual(new Set(userAddresses(10)));
    },
  );

  test('with an immediate 421 is a complaint, and is not retried', async () => {
    const it = await start({ smtp: { rcpt: () => 'BYE:421 4.7.0 Too many connections' } });
    const [verdict] = await it.verify(userAddresses(10));
    expect(verdict).toMatchObject({ status: 'unknown', reason: 'throttled', retry_after_s: 300 });
    expect(countConnections(it)).toBe(1);
  });

  test('with an immediate drop is tried once more', async () => {
    const it = await start({ smtp: { rcpt: () => 'BYE:' } });
    const [verdict] = await it.verify(['a@one.test']);
    expect(verdict).toMatchObject({ status: 'unknown', reason: 'server_unreachable' });
    expect(countConnections(it)).toBe(2);
  });

  test('before the reply to the random recipient: that one is sent again on another connection', async () => {
    const it = await start({
      smtp: { rcpt: (_, { recipients }) => (recipients > 2 ? 'BYE:421 4.3.2 enough' : '250 Ok') },
    });
    expect(new Set(summarize(await it.verify(userAddresses(2))))).toEqual(
      new Set(['risky catch_all']),
    );
    expect(countConnections(it)).toBe(2);
  });
});

describe('greylisting', () => {
  /** Defers every recipient, the random one included, until the second attempt. */
  function greylisting(
    reply = '451 4.7.1 Greylisting in action, please come back later',
  ): SmtpScript {
    const seen = new Set<string>();
    return {
      rcpt: (address) => {
        if (seen.has(address)) return acceptUnlessNo(address);
        seen.add(address);
        return reply;
      },
    };
  }

  test('sends the random recipient at the first attempt if the server verifies recipients elsewhere', async () => {
    const random = new Set<string>();
    const { rcpt } = greylisting(
      '450 4.1.1 <>: unverified address: Address verification in progress',
    );
    const it = await start({
      smtp: {
        rcpt: (address, session) => {
          if (isProbe(address) && random.has(address)) return '250 2.1.5 Ok';
          if (isProbe(address)) random.add(address);
          return typeof rcpt === 'function' ? rcpt(address, session) : '250 Ok';
        },
      },
    });
    expect(summarize(await it.verify(['a@one.test']))).toEqual(['unknown server_error']);
    expect(summarize(await it.verify(['a@one.test']))).toEqual(['risky catch_all']);
  });

  test('is retried on schedule, with the same sender, recipient and random recipient', async () => {
    const it = await start({ smtp: greylisting() });
    const first = await it.verify(['a@one.test', 'no@one.test']);
    expect(first).toMatchObject([
      { status: 'unknown', reason: 'greylisted', retry_after_s: 300 },
      { status: 'unknown', reason: 'greylisted', retry_after_s: 300 },
    ]);
    expect(summarize(await it.verify(['a@one.test', 'no@one.test'], { attempt: 1 }))).toEqual([
      'deliverable accepted',
      'undeliverable no_such_mailbox',
    ]);
    expect(countConnections(it)).toBe(2);
    const random = it.smtp['127.0.0.1']?.received
      .flat()
      .filter((line) => /<[a-z2-7]{14}@/.test(line));
    expect(new Set(random).size).toBe(1);
  });

  test('is given up after the fifth attempt', async () => {
    const it = await start({ smtp: { rcpt: '450 4.2.0 Greylisted, see you' } });
    const delays: (number | undefined)[] = [];
    for (let attempt = 0; attempt <= 4; attempt += 1) {
      const [verdict] = await it.verify(['a@one.test'], { attempt });
      delays.push(verdict?.retry_after_s);
    }
    expect(delays).toEqual([300, 600, 900, 1800, undefined]);
  });
});
