import { describe, expect, test } from 'vitest';
import { createMemoryFacts } from './facts/memory-facts.ts';
import {
  acceptUnlessNo,
  countConnections,
  isProbe,
  summarize,
  UNKNOWN_USER,
  useHarnesses,
  userAddresses,
} from '../tests/harness.ts';
import { EHLO_WITH_PIPELINING, type SmtpScript } from '../tests/scripted-smtp.ts';

const start = useHarnesses();

const ALIVE = 'deliverable accepted';
const DEAD = 'undeliverable no_such_mailbox';
const at = (...names: string[]): string[] => names.map((name) => `${name}@one.test`);

/** Replies like Postfix, whose `DISCARD` action accepts all later recipients of a transaction. */
function discardAfter(name: string, script: SmtpScript = {}): SmtpScript {
  const discarding = new Set<number>();
  return {
    ...script,
    line(line, { connection }) {
      if (/^(?:MAIL|RSET)/.test(line)) discarding.delete(connection);
      return undefined;
    },
    rcpt(address, { connection }) {
      if (address.startsWith(`${name}@`)) discarding.add(connection);
      return discarding.has(connection) ? '250 2.1.5 Ok' : acceptUnlessNo(address);
    },
  };
}

describe('an accepted random recipient', () => {
  test.each([
    ['alice no-one bob noreply', 'first of the taint is last'],
    ['noreply alice no-one bob', 'taint is first'],
    ['alice noreply no-one', 'taint is in the middle'],
  ])('is no catch-all if it is refused in its own transaction: %s', async (names) => {
    const facts = createMemoryFacts();
    const it = await start({ smtp: discardAfter('noreply'), config: { facts } });
    const addresses = at(...names.split(' '));
    // The local part starts with `no`, but the access map accepts it.
    const expected = addresses.map((each) => (each.startsWith('no-one') ? DEAD : ALIVE));
    expect(summarize(await it.verify(addresses))).toEqual(expected);
    expect(countConnections(it)).toBe(1);
    const fact = (await facts.domains(['one.test'])).get('one.test');
    expect(fact).toMatchObject({ catchAll: 'no' });
    // The next run relies on the stored facts.
    expect(summarize(await it.verify(at('noreply2', 'no-two', 'noreply')))).toEqual([
      DEAD,
      DEAD,
      ALIVE,
    ]);
  });

  test('is a catch-all if its own transaction accepts it, too', async () => {
    const facts = createMemoryFacts();
    const it = await start({ smtp: { rcpt: '250 Ok' }, config: { facts } });
    expect(summarize(await it.verify(userAddresses(3)))).toEqual(
      Array.from({ length: 3 }, () => 'risky catch_all'),
    );
    expect(countConnections(it)).toBe(1);
    expect((await facts.domains(['one.test'])).get('one.test')).toMatchObject({ catchAll: 'yes' });
  });

  test.each<[string, SmtpScript]>([
    ['announces one transaction', { ehlo: `250-mx.test\n250-PIPELINING\n250 LIMITS MAILMAX=1` }],
    ['closes at RSET', { line: (line) => (line === 'RSET' ? 'BYE:' : undefined) }],
    [
      'shuts down at MAIL',
      { mail: (_, { recipients }) => (recipients ? 'BYE:421 Bye' : '250 Ok') },
    ],
  ])('proves nothing if the server %s', async (_, script) => {
    const facts = createMemoryFacts();
    const it = await start({ smtp: { rcpt: '250 Ok', ...script }, config: { facts } });
    expect(await it.verify(at('alice', 'bob'))).toMatchObject(
      [1, 2].map(() => ({ reason: 'accepted', flags: { catch_all_unknown: true } })),
    );
    expect(countConnections(it)).toBe(1);
    expect((await facts.domains(['one.test'])).get('one.test')?.catchAll).not.toBe('yes');
  });

  test('clears each of several transactions, of which one is tainted', async () => {
    const it = await start({ smtp: discardAfter('user7') });
    const addresses = Array.from(
      { length: 100 },
      (_, i) => `${i % 3 ? 'user' : 'no'}${i}@one.test`,
    );
    const verdicts = await it.verify(addresses);
    expect(summarize(verdicts)).toEqual(
      addresses.map((each) => (each.startsWith('no') ? DEAD : ALIVE)),
    );
    const heard = it.smtp['127.0.0.1']?.received ?? [];
    expect(heard).toHaveLength(1);
    const counts = (verb: string): number =>
      heard.flat().filter((line) => line.startsWith(verb)).length;
    expect(counts('MAIL')).toBeLessThanOrEqual(50);
    expect(counts('RCPT')).toBeLessThanOrEqual(140);
  });
});

describe('replies to a pipelined group', () => {
  test('that name another recipient count for nobody, and the next connection does not pipeline', async () => {
    const pending = new Map<number, string[]>();
    const it = await start({
      limits: { firstGroup: 4 },
      smtp: {
        rcpt(address, { connection, write }) {
          const isUnknown = address.startsWith('no') || isProbe(address);
          const reply = isUnknown ? '550 5.1.1 <#>: User unknown' : '250 2.1.5 <#> Ok';
          const replies = pending.get(connection) ?? [];
          pending.set(connection, replies);
          // The replies to a packet, in reverse order.
          if (replies.unshift(reply.replace('#', address)) === 1)
            setTimeout(() => write(`${replies.splice(0).join('\r\n')}\r\n`), 1);
          return null;
        },
      },
    });
    expect(summarize(await it.verify(at('alice', 'bob', 'no1', 'no2')))).toEqual([
      ALIVE,
      ALIVE,
      DEAD,
      DEAD,
    ]);
    expect(countConnections(it)).toBe(2);
  });

  test('may name an earlier recipient with the same mailbox, as sendmail does', async () => {
    let first = '';
    const it = await start({
      smtp: {
        rcpt(address, { inTransaction }) {
          if (acceptUnlessNo(address) === UNKNOWN_USER)
            return `550 5.1.1 <${address}>... User unknown`;
          if (inTransaction === 1) first = address;
          return `250 2.1.5 <${first}>... Recipient ok`;
        },
      },
    });
    expect(new Set(summarize(await it.verify(userAddresses(6))))).toEqual(new Set([ALIVE]));
    expect(countConnections(it)).toBe(1);
  });

  test.each<[string, SmtpScript]>([
    [
      'no reply to an unknown user',
      { rcpt: (each) => (each.startsWith('no') ? null : acceptUnlessNo(each)) },
    ],
    ['only the first command of a packet', { dropsPipelined: true, rcpt: acceptUnlessNo }],
  ])('are asked again one command at a time after %s', async (_, smtp) => {
    const it = await start({
      smtp: { ehlo: EHLO_WITH_PIPELINING, ...smtp },
      limits: { replyMs: 200 },
    });
    const [alice, bob, absent] = summarize(await it.verify(at('alice', 'bob', 'no1')));
    expect([alice, bob]).toEqual([ALIVE, ALIVE]);
    expect([DEAD, 'unknown timeout']).toContain(absent);
  });
});

describe('a server that refuses everyone after three unknown users', () => {
  const guarded = (refusal = UNKNOWN_USER): SmtpScript => {
    const unknown = new Map<number, number>();
    return {
      rcpt(address, { connection }) {
        const count = unknown.get(connection) ?? 0;
        if (count < 3 && acceptUnlessNo(address).startsWith('250')) return '250 2.1.5 Ok';
        unknown.set(connection, count + 1);
        return refusal;
      },
    };
  };

  test.each([
    [UNKNOWN_USER, 7],
    ['550 No such user', 7],
    [UNKNOWN_USER, 5],
  ])('calls nobody dead: %s, %d recipients', async (refusal, count) => {
    const it = await start({ smtp: guarded(refusal) });
    const names = 'alice no1 no2 no3 bob carol dan'.split(' ').slice(0, count);
    const verdicts = await it.verify(at(...names));
    expect(summarize(verdicts)).toEqual(
      names.map((name) => (name.startsWith('no') ? DEAD : ALIVE)),
    );
    expect(countConnections(it)).toBe(2);
  });

  test('calls nobody dead if nobody was accepted before, because the postmaster is refused', async () => {
    const it = await start({ smtp: guarded() });
    const verdicts = summarize(await it.verify(at('no1', 'no2', 'no3', 'bob', 'carol', 'dan')));
    expect(verdicts).toEqual([DEAD, DEAD, DEAD, ALIVE, ALIVE, ALIVE]);
    expect(countConnections(it)).toBe(2);
  });

  test('calls nobody dead if it closes the connection before a control', async () => {
    const { rcpt } = guarded();
    const it = await start({
      smtp: {
        rcpt: (address, peer) =>
          peer.recipients > 7 || typeof rcpt !== 'function' ? 'BYE:' : rcpt(address, peer),
      },
    });
    const verdicts = await it.verify(
      at('alice', 'no1', 'no2', 'no3', 'bob', 'carol', 'dan', 'eve'),
    );
    expect(summarize(verdicts).slice(4)).toEqual([ALIVE, ALIVE, ALIVE, ALIVE]);
  });

  test('calls nobody dead of several small domains on one host', async () => {
    const domains = Array.from({ length: 6 }, (_, i) => `d${i}.test`);
    const zone = Object.fromEntries([
      ...domains.map((domain) => [domain, { MX: [[10, 'mx.test']] as const }]),
      ['mx.test', { A: ['127.0.0.1'] }],
    ]);
    const it = await start({ zone, smtp: guarded() });
    const asked = domains.flatMap((domain) =>
      ['a', 'no1', 'b', 'no2'].map((n) => `${n}@${domain}`),
    );
    const verdicts = await it.verify(asked);
    const dead = verdicts.filter(({ status }) => status === 'undeliverable');
    expect(dead.filter(({ email }) => !email.startsWith('no'))).toEqual([]);
  });

  test('is asked on three connections at most', async () => {
    const it = await start({ smtp: guarded() });
    const absent = Array.from({ length: 40 }, (_, i) => `no${i}`);
    const verdicts = await it.verify(at('alice', ...absent, 'bob'));
    expect(summarize(verdicts).at(-1)).not.toBe(DEAD);
    expect(countConnections(it)).toBeLessThanOrEqual(3);
    expect(summarize(verdicts)).toContain('unknown throttled');
  });

  test('is told from one with many absent mailboxes by one more question', async () => {
    const it = await start({ smtp: { rcpt: acceptUnlessNo } });
    const absent = Array.from({ length: 12 }, (_, i) => `no${i}`);
    expect(summarize(await it.verify(at('alice', ...absent)))).toEqual([
      ALIVE,
      ...absent.map(() => DEAD),
    ]);
    expect(it.recipients()).toHaveLength(14);
    expect(countConnections(it)).toBe(1);
  });
});

describe('a 252', () => {
  test.each<[string, SmtpScript['rcpt'], string[]]>([
    ['alone is unknown', '252 2.1.5 Cannot VRFY', ['unknown policy', 'unknown policy']],
    [
      'counts beside a 250',
      (each) => (each.startsWith('alice') ? '250 Ok' : isProbe(each) ? UNKNOWN_USER : '252 Maybe'),
      [ALIVE, ALIVE],
    ],
    [
      'is no acceptance for a refusal without a reason',
      (each) => (each.startsWith('alice') ? '252 Maybe' : '550 Requested action aborted'),
      ['unknown policy', 'unknown policy'],
    ],
  ])('%s', async (_, rcpt, expected) => {
    const it = await start({ smtp: { rcpt } });
    expect(summarize(await it.verify(at('alice', 'bob')))).toEqual(expected);
  });
});

describe('replies that need an acceptance', () => {
  const BARE = '550 Requested action not taken: mailbox unavailable';
  /** Takes five seconds for each recipient, so that several sessions share the recipients. */
  const replySlowly = (reply: (address: string, connection: number) => string): SmtpScript => {
    const idleAt = new Map<number, number>();
    return {
      rcpt(address, { connection, write }) {
        const now = Date.now();
        const repliesAt = Math.max(now, idleAt.get(connection) ?? 0) + 5_000;
        idleAt.set(connection, repliesAt);
        setTimeout(() => write(`${reply(address, connection)}\r\n`), repliesAt - now);
        return null;
      },
    };
  };
  /** Enough addresses that most sessions see none of the others. */
  const absent = Array.from({ length: 12 }, (_, i) => `no${i}`);
  const present = ['alice', 'bob'];
  const refuseBarely = (each: string): string =>
    acceptUnlessNo(each) === UNKNOWN_USER ? BARE : '250 Ok';

  test.each([
    ['follow it', [...present, ...absent]],
    ['precede it', [...absent, ...present]],
  ])('count if they %s, although it came in another session', async (_, names) => {
    const it = await start({ smtp: replySlowly(refuseBarely) });
    expect(summarize(await it.verify(at(...names)))).toEqual(
      names.map((name) => (name.startsWith('no') ? DEAD : ALIVE)),
    );
    expect(countConnections(it)).toBeGreaterThan(1);
    expect(countConnections(it)).toBeLessThanOrEqual(12);
  });

  test('cost one command each if nobody is accepted', async () => {
    const it = await start({ smtp: replySlowly(() => BARE) });
    const names = [...present, ...absent];
    expect(summarize(await it.verify(at(...names)))).toEqual(names.map(() => 'unknown policy'));
    expect(countConnections(it)).toBeGreaterThan(1);
    expect(it.recipients()).toHaveLength(names.length);
  });

  test('count if they are a 252', async () => {
    const reply = (each: string): string =>
      isProbe(each) ? UNKNOWN_USER : each.startsWith('no') ? '252 Cannot VRFY' : '250 Ok';
    const it = await start({ smtp: replySlowly(reply) });
    const verdicts = await it.verify(at(...present, ...absent));
    expect(new Set(summarize(verdicts))).toEqual(new Set([ALIVE]));
  });

  test('prove nothing in a session that refuses accepted recipients, too', async () => {
    const it = await start({
      smtp: replySlowly((each, connection) => (connection === 1 ? refuseBarely(each) : BARE)),
    });
    const verdicts = await it.verify(at(...present, ...absent));
    const dead = verdicts.filter(({ status }) => status === 'undeliverable');
    expect(dead.filter(({ email }) => !email.startsWith('no'))).toEqual([]);
    expect(summarize(verdicts)).toContain('unknown policy');
    expect(countConnections(it)).toBeLessThanOrEqual(12);
  });
});

describe('the LIMITS of a server (RFC 9422)', () => {
  const ehlo = (limits: string): string => `250-mx.test\n250-PIPELINING\n250 LIMITS ${limits}`;
  const countLines = (received: readonly string[], verb: string): number =>
    received.filter((line) => line.startsWith(verb)).length;

  test.each([
    ['RCPTMAX=2', 7, 1],
    ['rcptmax=2 FUTURE MAILMAX=1', 7, 4],
    ['MAILMAX=3 RCPTMAX=1', 7, 3],
    ['RCPTMAX=0 MAILMAX=x', 7, 1],
  ])('%s are obeyed', async (limits, count, connections) => {
    const [, most = 'Infinity'] = /RCPTMAX=([1-9])/i.exec(limits) ?? [];
    const [, mails = 'Infinity'] = /MAILMAX=([1-9])/.exec(limits) ?? [];
    const it = await start({ smtp: { ehlo: ehlo(limits), rcpt: acceptUnlessNo } });
    expect(summarize(await it.verify(userAddresses(count)))).toEqual(
      Array.from({ length: count }, () => ALIVE),
    );
    expect(countConnections(it)).toBe(connections);
    for (const received of it.smtp['127.0.0.1']?.received ?? []) {
      expect(countLines(received, 'MAIL')).toBeLessThanOrEqual(Number(mails));
      for (const transaction of received.join('\n').split('MAIL').slice(1))
        expect(countLines(transaction.split('\n'), 'RCPT')).toBeLessThanOrEqual(Number(most));
    }
  });

  test('RCPTDOMAINMAX separates the domains of one host', async () => {
    const zone = {
      'one.test': { MX: [[10, 'mx.test']] as const },
      'two.test': { MX: [[10, 'mx.test']] as const },
      'mx.test': { A: ['127.0.0.1'] },
    };
    const it = await start({ zone, smtp: { ehlo: ehlo('RCPTDOMAINMAX=1'), rcpt: acceptUnlessNo } });
    expect(summarize(await it.verify(['a@one.test', 'b@two.test']))).toEqual([ALIVE, ALIVE]);
    for (const received of it.smtp['127.0.0.1']?.received ?? [])
      expect(/@one\.test>[^]*@two\.test>|@two\.test>[^]*@one\.test>/.test(received.join())).toBe(
        false,
      );
  });
});

test('asks as many recipients as a server answered before it closed', async () => {
  const it = await start({
    smtp: {
      rcpt: (each, { recipients }) =>
        recipients === 3 ? 'BYE:421 4.7.0 Too many' : acceptUnlessNo(each),
    },
  });
  expect(new Set(summarize(await it.verify(userAddresses(7))))).toEqual(new Set([ALIVE]));
  expect(countConnections(it)).toBeLessThanOrEqual(4);
  expect(it.recipients().length).toBeLessThanOrEqual(15);
});
