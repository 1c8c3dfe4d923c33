import { expect, test } from 'vitest';
import { createMemoryFacts } from './facts/memory-facts.ts';
import { useHarnesses, acceptUnlessNo } from '../tests/harness.ts';
import type { Zone } from '../tests/scripted-dns.ts';

const start = useHarnesses();

const HERE = { A: ['127.0.0.1'] };
const zone: Zone = {
  'new.test': { MX: [[10, 'mail.wabblywabble.com']] },
  'gone.test': { MX: [[10, 'park-mx.above.com']] },
  'firm.test': { MX: [[10, 'eu-smtp-inbound-1.mimecast.com']] },
  'spare.test': {
    MX: [
      [10, 'mx.spare.test'],
      [20, 'smtp.yopmail.com'],
    ],
  },
  'mail.wabblywabble.com': HERE,
  'park-mx.above.com': HERE,
  'eu-smtp-inbound-1.mimecast.com': HERE,
  'mx.spare.test': HERE,
  'smtp.yopmail.com': HERE,
  '_dmarc.test': { TXT: ['v=DMARC1; p=none; psd=y'] },
};
const smtp = { rcpt: (address: string) => (address.startsWith('no') ? '550 5.1.1 No' : '250 Ok') };
const none = { tagged: false, gateway: false, parked: false, disposable: false, no_dmarc: false };

test('flags a domain by its best mail host, without additional queries', async () => {
  const facts = createMemoryFacts(() => 0);
  await Promise.all(
    Object.entries(zone).map(([name, { MX = [] }]) => {
      const mx = MX.map(([, host]) => host).join(';');
      return facts.putDomain(name, { mx, catchAll: 'no', at: Date.now() - 86_400_000 }, 60);
    }),
  );
  const it = await start({ zone, smtp, config: { facts }, limits: { replyMs: 20_000 } });
  const verdicts = await it.verify([
    'ada@new.test',
    'ada@gone.test',
    'ada+news@firm.test',
    'no@new.test',
    'ada@spare.test',
  ]);
  expect(verdicts).toMatchObject([
    {
      reason: 'disposable',
      flags: { ...none, disposable: true },
      fact_age_s: expect.closeTo(86_400, -2),
    },
    { reason: 'accepted', flags: { ...none, parked: true } },
    { reason: 'accepted', provider: 'mimecast', flags: { ...none, tagged: true, gateway: true } },
    { reason: 'no_such_mailbox', flags: { ...none, disposable: true } },
    { reason: 'accepted', flags: none },
  ]);
  // Queries: MX and best host's address for four domains, the DMARC record for three of them, and
  // one parent's DMARC record.
  expect(it.verifier.counters).toMatchObject({
    connections: 4,
    probes: 0,
    dns: { queries: 4 * 2 + 3 + 1 },
  });
});

test('flags a domain without a DMARC record, with one lookup for all its addresses', async () => {
  const has = { TXT: ['v=DMARC1; p=reject'] };
  const mailed = { MX: [[10, 'mx.all.test']] } as const;
  const domains = ['has.test', 'none.test', 'deaf.test', 'broken.test'];
  const it = await start({
    zone: {
      ...Object.fromEntries(domains.map((name) => [name, mailed])),
      'null.test': { MX: [[0, '']] },
      'mx.all.test': HERE,
      '_dmarc.has.test': has,
      '_dmarc.deaf.test': { silent: true },
      '_dmarc.broken.test': { rcode: 2 },
    },
    smtp: { rcpt: acceptUnlessNo },
  });
  const run = () =>
    it.verify(
      [...domains, 'null.test', 'gone.test'].flatMap((name) => [`ada@${name}`, `no@${name}`]),
    );
  const results = (await run()).map(({ email, flags, reason }) => [email, reason, flags.no_dmarc]);
  expect(results).toEqual([
    ['ada@has.test', 'accepted', false],
    ['no@has.test', 'no_such_mailbox', false],
    ['ada@none.test', 'accepted', true],
    ['no@none.test', 'no_such_mailbox', true],
    ['ada@deaf.test', 'accepted', false],
    ['no@deaf.test', 'no_such_mailbox', false],
    ['ada@broken.test', 'accepted', false],
    ['no@broken.test', 'no_such_mailbox', false],
    ['ada@null.test', 'null_mx', false],
    ['no@null.test', 'null_mx', false],
    ['ada@gone.test', 'no_such_domain', false],
    ['no@gone.test', 'no_such_domain', false],
  ]);
  const texts = it.dns.asked.filter((each) => each.startsWith('TXT'));
  const once = ['has', 'none', 'broken', 'deaf'].map((name) => `TXT _dmarc.${name}.test`);
  expect(new Set(texts)).toEqual(new Set([...once, 'TXT _dmarc.test']));
  const facts = await it.config.facts.domains(domains);
  expect(domains.map((name) => facts.get(name)?.dmarc)).toEqual([
    'yes',
    'no',
    undefined,
    undefined,
  ]);
});

test('does not look up a DMARC record again if the result is stored', async () => {
  const facts = createMemoryFacts(() => 0);
  const known = { mx: 'mx.one.test', dmarc: 'no' } as const;
  await facts.putDomain('one.test', known, 60);
  const it = await start({ smtp, config: { facts } });
  expect(await it.verify(['ada@one.test'])).toMatchObject([{ flags: { no_dmarc: true } }]);
  expect(it.dns.asked).toEqual(['MX one.test', 'A mx.one.test']);
});

test('flags a domain as parked if its address leads nowhere', async () => {
  const parked: Zone = {
    'nowhere.test': { MX: [[10, 'mx.nowhere.test']] },
    'mx.nowhere.test': { A: ['0.0.0.0'] },
  };
  const it = await start({ zone: parked, config: { allowPrivate: false } });
  expect(await it.verify(['ada@nowhere.test', 'ada@none.test'])).toMatchObject([
    { reason: 'no_mail_server', flags: { parked: true } },
    { reason: 'no_such_domain', flags: { parked: false } },
  ]);
});
