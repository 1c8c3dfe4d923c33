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
import { EHLO_WITH_PIPELINING, EHLO_WITH_STARTTLS } from '../tests/scripted-smtp.ts';
import type { ZoneEntry } from '../tests/scripted-dns.ts';
import type { SmtpScript } from '../tests/scripted-smtp.ts';

const start = useHarnesses();

describe('several mail hosts', () => {
  const zone = {
    'd.test': {
      MX: [
        [10, 'a.test'],
        [20, 'b.test'],
      ] as const,
    },
    'a.test': { A: ['127.0.0.1'] },
    'b.test': { A: ['127.0.0.2'] },
  };
  const relay = '550 5.7.1 Relaying denied';

  test.each<[string, SmtpScript]>([
    ['resets', { connections: 0 }],
    ['refuses at the greeting', { greeting: '554 5.3.2 no service today' }],
    ['is busy', { greeting: 'BYE:421 4.3.2 too busy' }],
    ['is silent', { greeting: null }],
    ['speaks another protocol', { greeting: 'HTTP/1.1 400 Bad Request' }],
    ['denies relaying', { rcpt: () => relay }],
  ])('asks the next host if the first %s', async (_, first) => {
    const smtp = { '127.0.0.1': first, '127.0.0.2': { rcpt: acceptUnlessNo } };
    const it = await start({ zone, smtp });
    const verdicts = await it.verify(['a@d.test', 'no@d.test']);
    expect(summarize(verdicts)).toEqual(['deliverable accepted', 'undeliverable no_such_mailbox']);
    expect(verdicts[0]?.mx).toBe('b.test');
    expect(countConnections(it)).toBe(first.connections ?? 1);
    expect(countConnections(it, '127.0.0.2')).toBe(1);
  });

  test('returns policy if all hosts deny relaying', async () => {
    const it = await start({
      zone,
      smtp: { '127.0.0.1': { rcpt: relay }, '127.0.0.2': { rcpt: relay } },
    });
    expect(summarize(await it.verify(['a@d.test']))).toEqual(['unknown policy']);
  });

  test('keeps a definite reply of the first host', async () => {
    const it = await start({
      zone,
      smtp: { '127.0.0.1': { rcpt: () => UNKNOWN_USER }, '127.0.0.2': { rcpt: '250 Ok' } },
    });
    expect(summarize(await it.verify(['a@d.test']))).toEqual(['undeliverable no_such_mailbox']);
    expect(countConnections(it, '127.0.0.2')).toBe(0);
  });

  test('reports a refusal rather than silence if no host accepts', async () => {
    const it = await start({
      zone,
      smtp: {
        '127.0.0.1': { greeting: '554 5.7.1 Your address is listed at zen.spamhaus.org' },
        '127.0.0.2': { connections: 0 },
      },
    });
    expect(await it.verify(['a@d.test'])).toMatchObject([
      { status: 'unknown', reason: 'ip_blocked', reply: { stage: 'connect', code: 554 } },
    ]);
  });

  test('reports the host and provider that replied', async () => {
    const it = await start({
      zone: {
        'd.test': {
          MX: [
            [10, 'mx1.d.pphosted.com'],
            [20, 'aspmx.l.google.com'],
          ],
        },
        'mx1.d.pphosted.com': { A: ['127.0.0.1'] },
        'aspmx.l.google.com': { A: ['127.0.0.2'] },
      },
      smtp: { '127.0.0.1': { connections: 0 }, '127.0.0.2': { rcpt: acceptUnlessNo } },
    });
    expect(await it.verify(['a@d.test'])).toMatchObject([
      { mx: 'aspmx.l.google.com', provider: 'google' },
    ]);
  });

  test('detects a dead host once for all domains', async () => {
    const it = await start({
      zone: {
        ...zone,
        'e.test': {
          MX: [
            [1, 'a.test'],
            [3, 'b.test'],
          ] as const,
        },
      },
      smtp: { '127.0.0.1': { greeting: null }, '127.0.0.2': { rcpt: acceptUnlessNo } },
    });
    await it.verify(['a@d.test']);
    await it.verify(['a@e.test']);
    expect([countConnections(it), countConnections(it, '127.0.0.2')]).toEqual([1, 2]);
  });

  test.each<[string, SmtpScript]>([
    ['refuses us', { greeting: 'BYE:554 5.7.1 Go away' }],
    ['is too busy', { greeting: 'BYE:421 4.3.2 Too busy' }],
    ['disconnects', { greeting: 'BYE:' }],
  ])('does not ask a host that %s again by its other name', async (_, script) => {
    const it = await start({
      zone: { ...zone, 'b.test': { A: ['127.0.0.1'] } },
      smtp: script,
    });
    expect(await it.verify(['a@d.test'])).toMatchObject([{ status: 'unknown', mx: 'a.test' }]);
    expect(countConnections(it)).toBe(1);
  });

  test('shares a connection between domains with the same hosts, with a transaction each', async () => {
    const shared = { MX: [[10, 'mx.test']] as const };
    const it = await start({
      zone: {
        'd1.test': shared,
        'd2.test': shared,
        'd3.test': shared,
        'mx.test': { A: ['127.0.0.1'] },
      },
      smtp: { rcpt: acceptUnlessNo },
    });
    const verdicts = await it.verify(['a@d1.test', 'a@d2.test', 'no@d3.test', 'b@d1.test']);
    expect(summarize(verdicts)[2]).toBe('undeliverable no_such_mailbox');
    expect(countConnections(it)).toBe(1);
    const domains = (it.smtp['127.0.0.1']?.received[0] ?? [])
      .join('\n')
      .split('MAIL')
      .slice(1)
      .map((transaction) => new Set(transaction.match(/@d\d\.test/g)).size);
    expect(domains).toEqual([1, 1, 1]);
  });
});

describe('replies about us', () => {
  test.each<[string, SmtpScript, string]>([
    [
      'MAIL: sender',
      { mail: '550 5.1.8 Sender address rejected: domain not found' },
      'sender_rejected',
    ],
    ['MAIL: blocked', { mail: '554 5.7.1 Blocked using zen.spamhaus.org' }, 'ip_blocked'],
    ['EHLO: name', { ehlo: '550 5.7.1 Helo command rejected: need FQDN' }, 'ip_blocked'],
    ['RCPT: blocked', { rcpt: '554 5.7.1 Client host blocked using bl.spamcop.net' }, 'ip_blocked'],
    ['RCPT: nothing to go by', { rcpt: '550 Requested action not taken' }, 'policy'],
    [
      'RCPT: throttled',
      { rcpt: '450 4.7.1 Too many messages from your IP, slow down' },
      'throttled',
    ],
    ['wrong class', { rcpt: '354 Go ahead' }, 'server_error'],
    ['wrong code: greeting', { greeting: '250 mx.test' }, 'server_error'],
    ['wrong code: EHLO', { ehlo: '220 mx.test' }, 'server_error'],
    ['wrong code: MAIL', { mail: '252 Ok' }, 'server_error'],
  ])('%s', async (_, script, reason) => {
    const it = await start({ smtp: script });
    const verdicts = await it.verify(userAddresses(3));
    expect(new Set(verdicts.map(({ status }) => status))).toEqual(new Set(['unknown']));
    expect(verdicts[0]?.reason).toBe(reason);
    expect(countConnections(it)).toBe(1);
  });

  test.each([
    '550-Verification failed for <verify@probe.test>\n550 No Such User Here',
    '550 5.1.1 <verify@probe.test>: user unknown',
  ])('a recipient refused because of our own address: %s', async (reply) => {
    const it = await start({ smtp: { rcpt: reply } });
    const [verdict] = await it.verify(['a@one.test']);
    expect(verdict).toMatchObject({ status: 'unknown', reason: 'sender_rejected' });
    expect(verdict?.reply?.text).toContain('<verify@probe.test>');
  });

  test.each([
    ['BYE:421 4.7.0 Too many connections', 'throttled'],
    ['BYE:450 4.3.0 Not now', 'server_error'],
  ])('a temporary refusal in the greeting: %s', async (greeting, reason) => {
    const it = await start({ smtp: { greeting } });
    const [verdict] = await it.verify(['a@one.test']);
    expect(verdict).toMatchObject({ status: 'unknown', reason, retry_after_s: 300 });
  });

  /** Domains that each have their own mail host, all at one provider. */
  const tenants = (count: number): Record<string, ZoneEntry> =>
    Object.fromEntries(
      Array.from({ length: count }, (_, i): [string, ZoneEntry][] => [
        [`d${i}.test`, { MX: [[1, `d${i}-test.mail.protection.outlook.com`]] }],
        [`d${i}-test.mail.protection.outlook.com`, { A: ['127.0.0.1'] }],
      ]).flat(),
    );

  test('contacts no more domains of a provider that blocks us, even if another process found the block', async () => {
    const facts = createMemoryFacts(Date.now);
    const zone = tenants(20);
    const smtp = { rcpt: '550 5.7.1 Client host [192.0.2.1] blocked using Spamhaus' };
    const it = await start({ zone, smtp, config: { facts, concurrency: 1 } });
    const verdicts = await it.verify(Array.from({ length: 20 }, (_, i) => `a@d${i}.test`));
    expect(new Set(summarize(verdicts))).toEqual(new Set(['unknown ip_blocked']));
    expect(countConnections(it)).toBe(3);
    const other = await start({ zone, smtp, config: { facts } });
    expect(summarize(await other.verify(['b@d7.test']))).toEqual(['unknown ip_blocked']);
    expect(countConnections(other)).toBe(0);
  });

  test('does not avoid a provider that accepts recipients in between', async () => {
    const blocked = '550 5.7.1 Client host [192.0.2.1] blocked using Spamhaus';
    const rcpt = (address: string) => (address.endsWith('@d2.test') ? UNKNOWN_USER : blocked);
    const it = await start({ zone: tenants(5), smtp: { rcpt } });
    for (let i = 0; i < 5; i += 1) await it.verify([`a@d${i}.test`]);
    expect(countConnections(it)).toBe(5);
  });

  test('halves the pace after a 421 within a session, without losing a verdict', async () => {
    const facts = createMemoryFacts(Date.now);
    const rcpt: SmtpScript['rcpt'] = (address, { recipients }) =>
      recipients > 5
        ? 'BYE:421 4.7.0 Too many recipients on this connection'
        : acceptUnlessNo(address);
    const it = await start({ zone: tenants(1), smtp: { rcpt }, config: { facts } });
    const verdicts = await it.verify(userAddresses(12, 'd0.test'));
    expect(new Set(summarize(verdicts))).toEqual(new Set(['deliverable accepted']));
    expect(await facts.provider('microsoft|probe.test')).toEqual({ pace: 1 });
  });

  test.each([
    '550 Requested action not taken',
    '550 Requested action not taken: mailbox unavailable',
  ])('attributes %s to the recipient if another one was accepted', async (refusal) => {
    const bare = (address: string): string =>
      address.startsWith('no') || isProbe(address) ? refusal : '250 Ok';
    const it = await start({ smtp: { rcpt: bare } });
    const verdicts = await it.verify(['no1@one.test', 'yes@one.test', 'no1@two.test']);
    expect(summarize(verdicts)).toEqual([
      'undeliverable no_such_mailbox',
      'deliverable accepted',
      'unknown policy',
    ]);
    expect(verdicts[0]?.confidence).toBeLessThan(0.7);
  });

  test('defers waiting recipients of a server after complaints', async () => {
    const it = await start({
      zone: Object.fromEntries([
        ...Array.from({ length: 10 }, (_, i) => [`d${i}.test`, { MX: [[i, 'mx.test']] as const }]),
        ['mx.test', { A: ['127.0.0.1'] }],
      ]),
      smtp: { rcpt: 'BYE:421 4.7.0 Too many connections, slow down' },
      config: { concurrency: 1 },
    });
    const verdicts = await it.verify(Array.from({ length: 10 }, (_, i) => `a@d${i}.test`));
    expect(new Set(summarize(verdicts))).toEqual(new Set(['unknown throttled']));
    expect(countConnections(it)).toBeLessThanOrEqual(4);
  });
});

describe('TLS', () => {
  const requiringTls: SmtpScript = {
    ehlo: (_, { secured }) => (secured ? EHLO_WITH_PIPELINING : EHLO_WITH_STARTTLS),
    mail: (_, { secured }) =>
      secured ? '250 Ok' : '530 5.7.0 Must issue a STARTTLS command first',
    rcpt: (address, { secured }) => (secured ? acceptUnlessNo(address) : '503 5.5.1 MAIL first'),
  };

  test('is used if the server requires it, on the same connection', async () => {
    const it = await start({ smtp: requiringTls });
    const verdicts = await it.verify([...userAddresses(30), 'no@one.test']);
    expect(summarize(verdicts).at(-1)).toBe('undeliverable no_such_mailbox');
    expect(summarize(verdicts).slice(0, 30)).toEqual(
      userAddresses(30).map(() => 'deliverable accepted'),
    );
    expect(countConnections(it)).toBe(1);
  });

  test.each(['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'] as const)('supports %s', async (version) => {
    const tls = { minVersion: version, maxVersion: version, ciphers: 'DEFAULT:@SECLEVEL=0' };
    const it = await start({ smtp: { ...requiringTls, tls } });
    expect(summarize(await it.verify(['a@one.test']))).toEqual(['deliverable accepted']);
  });

  test('is started immediately if the server required it before', async () => {
    const shared = { MX: [[10, 'mx.test']] as const };
    const it = await start({
      zone: { 'd1.test': shared, 'd2.test': shared, 'mx.test': { A: ['127.0.0.1'] } },
      smtp: {
        ...requiringTls,
        rcpt: (address, peer) =>
          peer.recipients > 12 ? 'BYE:421 4.3.2 enough' : acceptUnlessNo(address),
      },
    });
    await it.verify([...userAddresses(10, 'd1.test'), ...userAddresses(10, 'd2.test')]);
    const second = it.smtp['127.0.0.1']?.received[1] ?? [];
    expect(second.slice(0, 3)).toEqual(['EHLO probe.test', 'STARTTLS', 'EHLO probe.test']);
  });

  test.each<[string, NonNullable<SmtpScript['line']>, string]>([
    [
      'handshakes',
      (line, { connection }) => (line === 'STARTTLS' && connection > 1 ? 'BYE:' : undefined),
      'server_unreachable',
    ],
    [
      'EHLO inside',
      (line, { connection, secured }) =>
        line.startsWith('EHLO') && secured && connection > 1 ? 'BYE:' : undefined,
      'server_unreachable',
    ],
    [
      'commands inside',
      (_, { connection, secured }) =>
        secured && connection > 1 ? '530 5.7.0 Must issue a STARTTLS command first' : undefined,
      'policy',
    ],
  ])(
    'is not restarted endlessly if it fails after it was required: %s',
    async (_, line, reason) => {
      const rcpt: SmtpScript['rcpt'] = (address, { inTransaction, secured }) =>
        secured && inTransaction > 12 ? '421 4.3.2 enough' : acceptUnlessNo(address);
      const it = await start({ smtp: { ...requiringTls, line, rcpt } });
      const verdicts = summarize(await it.verify(userAddresses(30)));
      expect(verdicts.slice(0, 12)).toEqual(userAddresses(12).map(() => 'deliverable accepted'));
      expect(new Set(verdicts.slice(12))).toEqual(new Set([`unknown ${reason}`]));
      expect(countConnections(it)).toBeLessThanOrEqual(3);
    },
  );

  test('leaves the verdict unknown if the server refuses EHLO inside it', async () => {
    const line: SmtpScript['line'] = (command, { secured }) =>
      secured && command.startsWith('EHLO') ? '550 5.7.1 no' : undefined;
    const it = await start({ smtp: { ...requiringTls, line } });
    expect(summarize(await it.verify(['a@one.test']))).toEqual(['unknown policy']);
    expect(countConnections(it)).toBe(1);
  });

  test.each<[string, Partial<SmtpScript>]>([
    ['for all', {}],
    [
      'for some recipients',
      { mail: '250 Ok', rcpt: () => '530 5.7.0 Must issue a STARTTLS command first' },
    ],
  ])('is retried later if the server cannot start it now, %s', async (_, some) => {
    const line: SmtpScript['line'] = (command) =>
      command === 'STARTTLS' ? '454 TLS not available due to temporary reason' : undefined;
    const it = await start({ smtp: { ...requiringTls, line, ...some } });
    const [verdict] = await it.verify(['a@one.test']);
    expect(verdict).toMatchObject({ status: 'unknown', reason: 'server_error' });
    expect(verdict?.retry_after_s).toBeGreaterThan(0);
  });

  test('leaves the verdict unknown if it is required but not offered', async () => {
    const it = await start({ smtp: { mail: '530 5.7.0 Must issue a STARTTLS command first' } });
    expect(summarize(await it.verify(['a@one.test']))).toEqual(['unknown policy']);
  });

  test('is not used if the server does not require it', async () => {
    const it = await start({ smtp: { ehlo: EHLO_WITH_STARTTLS, rcpt: acceptUnlessNo } });
    await it.verify(['a@one.test']);
    expect(it.smtp['127.0.0.1']?.received.flat()).not.toContain('STARTTLS');
  });
});

describe('non-ASCII addresses', () => {
  const zone = { 'xn--caf-dma.test': { A: ['127.0.0.1'] }, 'one.test': { A: ['127.0.0.1'] } };

  test('are sent to servers that accept them, separately from others', async () => {
    const it = await start({
      zone,
      smtp: { ehlo: '250-mx.test\n250-PIPELINING\n250 SMTPUTF8', rcpt: acceptUnlessNo },
    });
    const verdicts = await it.verify(['josé@café.test', 'jo@café.test', 'no.é@café.test']);
    expect(summarize(verdicts)).toEqual([
      'deliverable accepted',
      'deliverable accepted',
      'undeliverable no_such_mailbox',
    ]);
    expect(it.recipients()).toContain('josé@xn--caf-dma.test');
    const mails = it.smtp['127.0.0.1']?.received.flat().filter((line) => line.startsWith('MAIL'));
    expect(mails).toContain('MAIL FROM:<verify@probe.test> SMTPUTF8');
    expect(mails).toContain('MAIL FROM:<verify@probe.test>');
  });

  const OFFERED = '250-mx.test\n250-PIPELINING\n250 SMTPUTF8';
  const broken: NonNullable<SmtpScript['line']> = (line) =>
    line === 'STARTTLS' ? 'BYE:' : undefined;
  test.each<[string, SmtpScript, string]>([
    [
      'offers SMTPUTF8',
      { ehlo: (_, { secured }) => (secured ? OFFERED : EHLO_WITH_STARTTLS) },
      'deliverable accepted',
    ],
    ['lacks SMTPUTF8, too', { ehlo: EHLO_WITH_STARTTLS }, 'unknown policy'],
    ['cannot be started', { ehlo: EHLO_WITH_STARTTLS, line: broken }, 'unknown policy'],
  ])('are asked inside TLS, which %s', async (_, smtp, expected) => {
    const it = await start({ zone, smtp: { ...smtp, rcpt: acceptUnlessNo } });
    const verdicts = await it.verify(['josé@one.test', 'jo@one.test', 'no@one.test']);
    expect(summarize(verdicts)).toEqual([
      expected,
      'deliverable accepted',
      'undeliverable no_such_mailbox',
    ]);
  });

  test.each(['555 5.5.4 Unsupported option', '451 4.3.0 Not now'])(
    'do not affect others if their MAIL is refused with %s',
    async (reply) => {
      const mail = (line: string) => (line.endsWith('SMTPUTF8') ? reply : '250 Ok');
      const it = await start({ zone, smtp: { ehlo: OFFERED, mail, rcpt: acceptUnlessNo } });
      const verdicts = summarize(await it.verify(['josé@one.test', 'jo@one.test', 'no@one.test']));
      expect(verdicts.slice(1)).toEqual(['deliverable accepted', 'undeliverable no_such_mailbox']);
      expect(verdicts[0]).toMatch(/^unknown /);
    },
  );

  test('cannot be asked at a server without SMTPUTF8', async () => {
    const it = await start({ zone, smtp: { rcpt: acceptUnlessNo } });
    const verdicts = await it.verify(['josé@one.test', 'jo@one.test']);
    expect(summarize(verdicts)).toEqual(['unknown policy', 'deliverable accepted']);
    expect(verdicts[0]).not.toHaveProperty('retry_after_s');
  });
});
