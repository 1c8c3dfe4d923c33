import { describe, expect, it } from 'vitest';
import { addresses } from '../listing.ts';
import { mxRecordsOf, hostAt, hostRecordsOf } from '../net/mail-hosts.ts';
import { generateLocalPart } from '../net/users.ts';
import { createStats } from '../net/stats.ts';
import { stateOfListedMailbox, createSimulatedInternet } from '../net/simulated-internet.ts';
import type { Domain } from '../net/simulated-internet.ts';
import { createClientMemory } from './client-memory.ts';
import { createSession } from './session.ts';

const world = createSimulatedInternet(1);
const domains = [...addresses(1, 20_000)].flatMap(
  (email) => world.named(email.split('@')[1] ?? '') ?? [],
);

function domainOf(kind: string, matches: (domain: Domain) => boolean = () => true): Domain {
  const domain = domains.find((candidate) => candidate.kind.id === kind && matches(candidate));
  if (!domain) throw new Error(`no domain of kind ${kind}`);
  return domain;
}

function mailbox(domain: Domain, state: string): string {
  const ordinals = [...Array(500).keys()];
  const ordinal = ordinals.find((n) => stateOfListedMailbox(domain, n) === state) ?? -1;
  return `${generateLocalPart(domain, ordinal, 'plain')}@${domain.name}`;
}

/** Creates a session. `say` sends lines and returns the reply to the last one. */
function sessionWith(domain: Domain, clock = { now: 0 }) {
  const target = hostRecordsOf(world, mxRecordsOf(domain).at(-1)?.name ?? '');
  const [address = ''] = target && 'addresses' in target ? target.addresses : [];
  const host = hostAt(address);
  const { server } = domain.variant;
  if (!host || !server) throw new Error(`${domain.name} has no server`);
  const stats = createStats(world);
  const memory = createClientMemory(1, () => clock.now);
  const session = createSession(
    { world, stats, memory },
    { host, hostName: 'mx.here.test', server, client: '127.0.0.1', serial: 1 },
  );
  const send = (...lines: readonly string[]): string => {
    const replies = lines.map((line) => session.handleLine(line));
    return replies.at(-1)?.text ?? '';
  };
  return { session, say: send, stats };
}

const OPENING_COMMANDS = ['EHLO client.test', 'MAIL FROM:<probe@client.test>'] as const;

describe('the dialogue', () => {
  const postfix = domainOf('precise', ({ variant }) =>
    Boolean(variant.server?.extensions.includes('DSN') && !variant.server.starttls),
  );
  const known = mailbox(postfix, 'open');

  it('greets, and lists its extensions in a multi-line reply', () => {
    const { session, say } = sessionWith(postfix);
    expect(session.greeting().text).toMatch(/^220[ -]mx\.here\.test ESMTP/u);
    const lines = say('ehlo client.test').split('\r\n');
    expect(lines.at(-1)).toBe('');
    expect(lines[0]).toMatch(/^250-mx\.here\.test /u);
    expect(lines.slice(1, -2)).toEqual(
      expect.arrayContaining(['250-PIPELINING', '250-8BITMIME', '250-ENHANCEDSTATUSCODES']),
    );
    expect(lines.at(-2)).toMatch(/^250 [A-Z]/u);
    expect(say('HELO client.test')).toBe('250 mx.here.test\r\n');
  });

  it.each<[lines: string[], reply: RegExp]>([
    [['MAIL FROM:<a@b.test>'], /^503 5\.5\.1 .*HELO/u],
    [['EHLO'], /^501 5\.5\.4/u],
    [['EHLO c.test', 'RCPT TO:<a@b.test>'], /^503 5\.5\.1 .*MAIL/u],
    [['EHLO c.test', 'DATA'], /^503 5\.5\.1/u],
    [['EHLO c.test', 'MAIL FROM:a@b.test'], /^501 5\.5\.4/u],
    [['EHLO c.test', 'MAIL FROM:<a b@c.test>'], /^501 5\.5\.4/u],
    [['EHLO c.test', 'MAIL FROM:<>'], /^250 2\.1\.0/u],
    [['EHLO c.test', 'MAIL FROM:<a@b.test> SIZE=100 BODY=8BITMIME RET=HDRS'], /^250 2\.1\.0/u],
    [['EHLO c.test', 'MAIL FROM:<a@b.test> SMTPUTF8'], /^555 5\.5\.4/u],
    [['HELO c.test', 'MAIL FROM:<a@b.test> SIZE=100'], /^555 5\.5\.4/u],
    [[...OPENING_COMMANDS, 'MAIL FROM:<c@d.test>'], /^503 5\.5\.1 .*nested/u],
    [[...OPENING_COMMANDS, 'RCPT TO:<no-domain>'], /^501 5\.1\.3/u],
    [[...OPENING_COMMANDS, `RCPT TO:<${known}>`], /^250 2\.1\.5/u],
    [[...OPENING_COMMANDS, `rcpt to:<${known}> NOTIFY=NEVER`], /^250 2\.1\.5/u],
    [[...OPENING_COMMANDS, 'RCPT TO:<a@elsewhere.test>'], /^554 5\.7\.1 .*Relay access denied/u],
    [[...OPENING_COMMANDS, 'RSET', `RCPT TO:<${known}>`], /^503/u],
    [[...OPENING_COMMANDS, 'DATA'], /^554 5\.5\.1/u],
    [[...OPENING_COMMANDS, `RCPT TO:<${known}>`, 'DATA'], /^354/u],
    [[...OPENING_COMMANDS, `RCPT TO:<${known}>`, 'DATA', 'QUIT', '..', '.'], /^554 5\.7\.1/u],
    [['STARTTLS'], /^502/u],
    [['NOOP'], /^250/u],
    [['RSET'], /^250/u],
    [['VRFY someone'], /^252/u],
    [['EXPN list'], /^502/u],
    [['HELP'], /^214/u],
    [['AUTH PLAIN'], /^503/u],
    [['XYZZY'], /^500/u],
    [[''], /^500/u],
    [['QUIT'], /^221/u],
  ])('replies to %j as RFC 5321 requires', (lines, reply) => {
    expect(sessionWith(postfix).say(...lines)).toMatch(reply);
  });

  it('does not reply within a message', () => {
    const { session, say } = sessionWith(postfix);
    say(...OPENING_COMMANDS, `RCPT TO:<${known}>`, 'DATA');
    expect(session.handleLine('RSET')).toBeUndefined();
  });

  it('closes after QUIT and after twenty errors', () => {
    const { session } = sessionWith(postfix);
    for (let i = 0; i < 19; i++) expect(session.handleLine('XYZZY')?.next).toBeUndefined();
    expect(session.handleLine('XYZZY')).toMatchObject({ next: 'close', text: /^421/u });
    expect(session.handleLine('QUIT')?.next).toBe('close');
  });

  it('accepts mailboxes quoted and in any letter case', () => {
    const [local = ''] = known.split('@');
    const { say } = sessionWith(postfix);
    expect(say(...OPENING_COMMANDS, `RCPT TO:<"${local}"@${postfix.name.toUpperCase()}>`)).toMatch(
      /^250/u,
    );
    expect(say(`RCPT TO:<${local.toUpperCase()}@${postfix.name}>`)).toMatch(/^250/u);
  });

  it('counts probes separately from mailboxes', () => {
    const { say, stats } = sessionWith(postfix);
    say(
      ...OPENING_COMMANDS,
      `RCPT TO:<${known}>`,
      `RCPT TO:<${known}>`,
      `RCPT TO:<q7zk2@${postfix.name}>`,
    );
    expect(stats.counts).toMatchObject({ recipients: 2, probes: 1 });
    expect(stats.domains.get(postfix.index)).toMatchObject({ dialed: true, distinct: 1 });
  });
});

describe('kinds of servers', () => {
  it('defers a new triplet until the greylist window has passed', () => {
    const domain = domainOf('greylisting');
    const clock = { now: 1_000_000 };
    const { say } = sessionWith(domain, clock);
    const rcpt = `RCPT TO:<${mailbox(domain, 'open')}>`;
    expect(say(...OPENING_COMMANDS, rcpt)).toMatch(/^45[01] /u);
    clock.now += 239_999;
    expect(say(rcpt)).toMatch(/^45[01] /u);
    clock.now += 1;
    expect(say('RSET', 'MAIL FROM:<other@client.test>', rcpt)).toMatch(/^45[01] /u);
    expect(say('RSET', 'MAIL FROM:<probe@client.test>', rcpt)).toMatch(/^250/u);
  });

  it('defers the same triplet forever, and counts timely retries', () => {
    const domain = domainOf('always-greylisting');
    const clock = { now: 0 };
    const { say, stats } = sessionWith(domain, clock);
    const rcpt = ['open', 'absent'].map((state) => `RCPT TO:<${mailbox(domain, state)}>`);
    const rounds = (): number | undefined => stats.domains.get(domain.index)?.greylisting?.rounds;
    say(...OPENING_COMMANDS);
    const counted = [0, 239_999, 240_000, 400_000, 480_000, 10_000_000].map((now) => {
      clock.now = now;
      for (const command of rcpt) expect(say(command)).toMatch(/^45[01] /u);
      return rounds();
    });
    expect(counted).toEqual([1, 1, 2, 2, 3, 4]);
  });

  it.each<[stage: string, code: RegExp, lines: number]>([
    ['greeting', /^421 4\.7\.0 .*too many connections/u, 0],
    ['mail', /^4(?:21|50) 4\.7\.[01] .*(?:too much mail|Too many messages)/u, 2],
    ['rcpt', /^4(?:21|50) 4\.7\.(?:1|28) .*(?:too many recipients|Rate limit)/u, 3],
  ])('always throttles at the %s stage, and closes after a 421', (stage, code, lines) => {
    const some = domains.filter(
      ({ kind, variant }) =>
        kind.id === 'always-throttling' && variant.server?.refusal?.stage === stage,
    );
    expect(some.length).toBeGreaterThan(0);
    for (const domain of some) {
      const { session } = sessionWith(domain);
      const commands = [...OPENING_COMMANDS, `RCPT TO:<${mailbox(domain, 'open')}>`].slice(
        0,
        lines,
      );
      const last = [session.greeting(), ...commands.map((line) => session.handleLine(line))].at(-1);
      expect(last?.text).toMatch(code);
      expect(last?.next).toBe(last?.text.startsWith('421') ? 'close' : undefined);
    }
  });

  it('limits recipients per transaction with 452 4.5.3, and accepts more after RSET', () => {
    const domain = domainOf(
      'recipient-cap',
      ({ variant }) => variant.server?.perTransaction?.max === 5,
    );
    const { say } = sessionWith(domain);
    const rcpt = `RCPT TO:<${mailbox(domain, 'open')}>`;
    expect(say(...OPENING_COMMANDS, rcpt, rcpt, rcpt, rcpt, rcpt)).toMatch(/^250/u);
    expect(say(rcpt)).toMatch(/^452 .*too many recipients/u);
    expect(say('RSET', OPENING_COMMANDS[1], rcpt)).toMatch(/^250/u);
  });

  it('replies 421 and closes after its maximum of recipients', () => {
    const domain = domainOf('closes-421');
    const { session, say } = sessionWith(domain);
    say(...OPENING_COMMANDS);
    const replies = Array.from({ length: 13 }, () =>
      session.handleLine(`RCPT TO:<${mailbox(domain, 'open')}>`),
    );
    const end = replies.findIndex((reply) => reply?.next === 'close');
    expect(end).toBeGreaterThanOrEqual(5);
    expect(end).toBeLessThanOrEqual(12);
    expect(replies[end]?.text).toMatch(/^421 4\.7\.0/u);
  });

  it('disconnects without a reply if it drops every connection', () => {
    const domain = domainOf('drops-always');
    const { session, say } = sessionWith(domain);
    say(...OPENING_COMMANDS);
    const reply = session.handleLine(`RCPT TO:<${mailbox(domain, 'open')}>`);
    expect(reply).toMatchObject({ text: '', next: /^close|reset$/u });
  });

  it('requires TLS before MAIL', () => {
    const domain = domainOf('starttls-only');
    const { session, say } = sessionWith(domain);
    expect(say('EHLO client.test')).toContain('STARTTLS');
    expect(say(OPENING_COMMANDS[1])).toMatch(/^530 5\.7\.0/u);
    expect(session.handleLine('STARTTLS')).toMatchObject({ text: /^220/u, next: 'start-tls' });
    session.onTlsStarted();
    expect(say(OPENING_COMMANDS[1])).toMatch(/^503/u);
    expect(say('EHLO client.test')).not.toContain('STARTTLS');
    expect(say(OPENING_COMMANDS[1], `RCPT TO:<${mailbox(domain, 'open')}>`)).toMatch(/^250/u);
    expect(say('STARTTLS')).toMatch(/^503/u);
  });

  it('supports only HELO on an old server', () => {
    const { say } = sessionWith(domainOf('helo-only'));
    expect(say('EHLO client.test')).toMatch(/^500 /u);
    expect(say('HELO client.test')).toMatch(/^250 /u);
    expect(say(OPENING_COMMANDS[1])).toMatch(/^250 /u);
  });

  it('accepts UTF-8 if it was offered and declared', () => {
    const domain = domainOf('international');
    const { say } = sessionWith(domain);
    const ordinal = [...Array(500).keys()].find(
      (n) => generateLocalPart(domain, n, 'accented') && stateOfListedMailbox(domain, n) === 'open',
    );
    const address = `${generateLocalPart(domain, ordinal ?? -1, 'accented')}@${domain.display}`;
    const rcpt = `RCPT TO:<${Buffer.from(address).toString('latin1')}>`;
    expect(say(...OPENING_COMMANDS, rcpt)).toMatch(/^553 5\.6\.7/u);
    expect(say('RSET', `${OPENING_COMMANDS[1]} SMTPUTF8`, rcpt)).toMatch(/^250/u);
  });

  it('accepts everyone after a discarding address, until the transaction ends', () => {
    const domain = domainOf('discarding');
    const { say } = sessionWith(domain);
    const absent = `RCPT TO:<${mailbox(domain, 'absent')}>`;
    expect(say(...OPENING_COMMANDS, absent)).toMatch(/^550 5\.1\.1/u);
    expect(say(`RCPT TO:<Contact@${domain.name}>`)).toBe('250 2.1.5 Ok\r\n');
    expect(say(absent)).toBe('250 2.1.5 Ok\r\n');
    expect(say('RSET', OPENING_COMMANDS[1], absent)).toMatch(/^550 5\.1\.1/u);
  });

  it('rejects everyone as unknown after three unknown users, until the connection ends', () => {
    const domain = domainOf('harvest-lies');
    const open = mailbox(domain, 'open');
    const { say } = sessionWith(domain);
    const absent = `RCPT TO:<${mailbox(domain, 'absent')}>`;
    say(...OPENING_COMMANDS, absent, absent);
    expect(say(`RCPT TO:<${open}>`)).toMatch(/^250/u);
    const last = say(absent);
    expect(last).toMatch(/^550 5\.1\.1 <\S+>: Recipient address rejected: User unknown/u);
    for (const lines of [[], ['RSET', OPENING_COMMANDS[1]]])
      expect(say(...lines, `RCPT TO:<${open}>`)).toBe(last.replace(/<\S+>/u, `<${open}>`));
    expect(sessionWith(domain).say(...OPENING_COMMANDS, `RCPT TO:<${open}>`)).toMatch(/^250/u);
  });

  it.each<[limits: string, verbs: string, reply: RegExp, next?: 'close']>([
    ['MAILMAX=2 RCPTMAX=4', 'MAIL RCPT RCPT RCPT RCPT', /^250/u],
    ['MAILMAX=2 RCPTMAX=4', 'MAIL RCPT RCPT RCPT RCPT RCPT', /^452 4\.5\.3/u],
    ['MAILMAX=2 RCPTMAX=4', 'MAIL RCPT RCPT RCPT RCPT RCPT RSET MAIL RCPT', /^250/u],
    ['MAILMAX=2 RCPTMAX=4', 'MAIL RCPT RSET MAIL RCPT RSET MAIL', /^421 4\.7\.0/u, 'close'],
    ['MAILMAX=2 RCPTMAX=4', 'MAIL MAIL MAIL', /^421 4\.7\.0/u, 'close'],
    ['MAILMAX=1 RCPTMAX=2', 'MAIL RCPT RCPT', /^250/u],
    ['MAILMAX=1 RCPTMAX=2', 'MAIL RCPT RCPT RCPT', /^421/u, 'close'],
    ['MAILMAX=1 RCPTMAX=2', 'MAIL RCPT RSET MAIL', /^421/u, 'close'],
    ['RCPTDOMAINMAX=1', 'MAIL RCPT RCPT RCPT RSET MAIL RCPT RSET MAIL RCPT', /^250/u],
    ['RCPTDOMAINMAX=1', 'MAIL RCPT OTHER', /^452 4\.5\.3/u],
    ['RCPTDOMAINMAX=1', 'MAIL RCPT RSET MAIL OTHER', /^452 4\.5\.3/u],
  ])('announces LIMITS %s, and replies to the last of %s with %s', (limits, verbs, reply, next) => {
    const domain = domainOf('announced-limits', ({ variant }) => {
      const announced = Object.entries(variant.server?.limits ?? {});
      return announced.map((each) => each.join('=')).join(' ') === limits;
    });
    const { session, say } = sessionWith(domain);
    expect(say('EHLO client.test')).toMatch(new RegExp(`^250[ -]LIMITS ${limits}\\r$`, 'mu'));
    const lines: Readonly<Record<string, string>> = {
      MAIL: OPENING_COMMANDS[1],
      RCPT: `RCPT TO:<${mailbox(domain, 'open')}>`,
      OTHER: 'RCPT TO:<a@elsewhere.test>',
    };
    const replies = verbs.split(' ').map((verb) => session.handleLine(lines[verb] ?? verb));
    expect(replies.at(-1)?.text).toMatch(reply);
    expect(replies.map((each) => each?.next).filter(Boolean)).toEqual(next ? [next] : []);
  });

  it.each<[kind: string, lines: readonly string[], isIdle: boolean]>([
    ['precise', [], true],
    ['precise', ['EHLO client.test', 'NOOP', 'QUIT'], true],
    ['helo-only', ['EHLO client.test', 'HELO client.test'], true],
    ['precise', OPENING_COMMANDS, false],
    ['precise', [...OPENING_COMMANDS, 'RSET', 'QUIT'], false],
    ['relay-denied', [...OPENING_COMMANDS, 'RCPT TO:<a@b.test>', 'QUIT'], false],
    ['helo-only', ['EHLO client.test', 'QUIT'], false],
  ])('notes whether a client of %s that sent %j asked nothing', (kind, lines, isIdle) => {
    const { session } = sessionWith(domainOf(kind));
    expect(session.isIdle()).toBe(false);
    session.greeting();
    for (const line of lines) session.handleLine(line);
    expect(session.isIdle()).toBe(isIdle);
  });

  it.each<[stage: string, lines: string[]]>([
    ['greeting', []],
    ['ehlo', ['EHLO client.test', 'QUIT']],
  ])('does not blame a client that is rejected at the %s stage', (stage, lines) => {
    const rejecting = domains.find(({ variant }) => variant.server?.refusal?.stage === stage);
    if (!rejecting) throw new Error(`no domain rejects at ${stage}`);
    const { session } = sessionWith(rejecting);
    session.greeting();
    for (const line of lines) session.handleLine(line);
    expect(session.isIdle()).toBe(false);
  });

  it('sends multi-line replies, and non-ASCII text as UTF-8', () => {
    const google = domainOf('google');
    const reply = sessionWith(google).say(
      ...OPENING_COMMANDS,
      `RCPT TO:<${mailbox(google, 'absent')}>`,
    );
    expect(reply).toMatch(/^(?:550-5\.1\.1 .*\r\n){3}550 5\.1\.1 .*\r\n$/u);
    const french = domainOf('text-only', ({ variant }) =>
      Boolean(variant.server?.replies.full.includes('boîte')),
    );
    const full = sessionWith(french).say(
      ...OPENING_COMMANDS,
      `RCPT TO:<${mailbox(french, 'full')}>`,
    );
    expect(Buffer.from(full, 'latin1').toString('utf8')).toMatch(/^552 La boîte .* est pleine/u);
  });
});
