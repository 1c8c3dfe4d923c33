import { describe, expect, it } from 'vitest';
import type { Reason, Status } from './kinds/kind.ts';
import { KINDS } from './kinds/table.ts';
import { addresses } from './listing.ts';
import { generateLocalPart } from './net/users.ts';
import { expectedDelivery, expectedVerdict } from './ground-truth.ts';
import type { ExpectedVerdict } from './ground-truth.ts';
import { stateOfListedMailbox, createSimulatedInternet } from './net/simulated-internet.ts';
import type { Domain } from './net/simulated-internet.ts';

const SEED = 1;
const world = createSimulatedInternet(SEED);
const verdictFor = expectedVerdict(SEED);

const domainsOf = (id: string): Domain[] =>
  [...new Set([...addresses(SEED, 5000)].map((email) => email.split('@')[1] ?? ''))]
    .map((name) => world.named(name))
    .filter((domain) => domain !== undefined)
    .filter((domain) => domain.kind.id === id);

const withoutEmail = ({
  status,
  reason,
  undecidable,
}: ExpectedVerdict): Omit<ExpectedVerdict, 'email'> => ({
  status,
  reason,
  ...(undecidable && { undecidable }),
});

describe('the expected verdict', () => {
  it.each<[kind: string, status: Status, reason: Reason]>([
    ['accept-all', 'risky', 'catch_all'],
    ['yahoo', 'risky', 'catch_all'],
    ['open-gateways', 'risky', 'catch_all'],
    ['null-mx', 'undeliverable', 'null_mx'],
    ['no-mail-server', 'undeliverable', 'no_mail_server'],
    ['nonexistent', 'undeliverable', 'no_such_domain'],
    ['dns-failing', 'unknown', 'dns_error'],
    ['dns-silent', 'unknown', 'dns_error'],
    ['always-greylisting', 'unknown', 'greylisted'],
    ['always-throttling', 'unknown', 'throttled'],
    ['unreachable', 'unknown', 'server_unreachable'],
    ['drops-always', 'unknown', 'server_unreachable'],
    ['relay-denied', 'unknown', 'policy'],
    ['sender-rejected', 'unknown', 'sender_rejected'],
    ['always-failing', 'unknown', 'server_error'],
    ['name-refused', 'unknown', 'ip_blocked'],
  ])('for everyone at %s is %s, %s', (kind, status, reason) => {
    const domains = domainsOf(kind);
    expect(domains.length).toBeGreaterThan(0);
    for (const { name } of domains) {
      expect(withoutEmail(verdictFor(`nobody-at-all@${name}`))).toEqual({ status, reason });
      expect(withoutEmail(verdictFor(`contact@${name}`))).toEqual({ status, reason });
    }
  });

  it.each<[kind: string, reason: Reason]>([
    ['ip-blocked', 'ip_blocked'],
    ['bare-550-alone', 'policy'],
  ])('for everyone at %s is undecidable', (kind, reason) => {
    for (const { name } of domainsOf(kind))
      expect(withoutEmail(verdictFor(`contact@${name}`))).toEqual({
        status: 'unknown',
        reason,
        undecidable: true,
      });
  });

  const decidedKinds = new Set(
    (
      'accept-all null-mx no-mail-server nonexistent dns-failing unreachable drops-always ' +
      'relay-denied sender-rejected always-failing ip-blocked bare-550-alone dns-silent ' +
      'always-greylisting always-throttling name-refused yahoo open-gateways'
    ).split(' '),
  );

  it.each(KINDS.map(({ id }) => id).filter((id) => !decidedKinds.has(id)))(
    'at %s follows the state of the mailbox',
    (kind) => {
      const states = {
        open: kind === 'disposable' ? 'risky disposable' : 'deliverable accepted',
        busy: 'deliverable accepted',
        full: 'risky mailbox_full',
        disabled: 'undeliverable mailbox_disabled',
        absent: 'undeliverable no_such_mailbox',
      };
      for (const domain of domainsOf(kind)) {
        for (let ordinal = 0; ordinal < 30; ordinal++) {
          const email = `${generateLocalPart(domain, ordinal, 'plain')}@${domain.name}`;
          const { status, reason } = verdictFor(email);
          expect(`${status} ${reason}`).toBe(states[stateOfListedMailbox(domain, ordinal)]);
        }
        const { reason } = verdictFor(`x7f3kq9@${domain.name}`);
        expect(reason).toBe('no_such_mailbox');
      }
    },
  );

  const wellKnown = KINDS.filter((kind) => kind.wellKnown);
  const openByNameKinds = KINDS.filter((kind) => kind.wellKnown || kind.disposable);

  it.each(openByNameKinds.flatMap(({ largeDomains = [] }) => largeDomains))(
    'at %s is positive for plain names, but not for random ones',
    (name) => {
      const { variant, kind } = world.named(name) ?? {};
      const acceptedReason = kind?.disposable ? 'disposable' : 'accepted';
      const knownReason = variant?.server?.acceptsAll ? 'catch_all' : acceptedReason;
      for (const local of ['jane', 'Ada.Lovelace', 'jean-luc_dupont1987', 'ada+shop'])
        expect(`${local} ${verdictFor(`${local}@${name}`).reason}`).toBe(`${local} ${knownReason}`);
      const unknownReason = knownReason === 'catch_all' ? knownReason : 'no_such_mailbox';
      for (const local of [
        'nobody',
        'Nobody.Home',
        'x7f3kq9',
        'k3jx5mqwz2ab7t',
        'christophemartin',
      ])
        expect(`${local} ${verdictFor(`${local}@${name}`).reason}`).toBe(
          `${local} ${unknownReason}`,
        );
    },
  );

  it('is not tested for well-known domains, because no list contains them', () => {
    expect(wellKnown.length).toBeGreaterThan(10);
    for (const { id } of wellKnown) expect(domainsOf(id)).toEqual([]);
  });

  it('is accepted for a discarding address, which receives nothing', () => {
    const [domain] = domainsOf('discarding');
    const contact = `Contact@${domain?.name}`;
    expect(verdictFor(contact)).toMatchObject({ status: 'deliverable', reason: 'accepted' });
    expect(expectedDelivery(SEED)(contact)).toBe(false);
  });

  it('also permits unknown only at servers that lie about mailboxes', () => {
    const permitting = KINDS.filter(({ id }) =>
      domainsOf(id).some(({ name }) => verdictFor(`contact@${name}`).orUnknown),
    );
    expect(permitting.map(({ id }) => id)).toEqual(['harvest-lies']);
  });

  it('is accepted for the postmaster of a mail server', () => {
    for (const { name } of domainsOf('precise'))
      expect(verdictFor(`Postmaster@${name}`).reason).toBe('accepted');
  });

  it('depends on SMTPUTF8 for UTF-8 local parts', () => {
    const [precise] = domainsOf('precise');
    const [international] = domainsOf('international');
    expect(verdictFor(`hélène@${precise?.name}`)).toMatchObject({
      status: 'unknown',
      reason: 'policy',
    });
    expect(verdictFor(`hélène@${international?.name}`)).toMatchObject({
      status: 'undeliverable',
      reason: 'no_such_mailbox',
    });
  });

  it('is the same for A-labels and U-labels, and in any letter case', () => {
    const [domain] = domainsOf('international');
    if (!domain) throw new Error('no domain');
    expect(domain.name).toMatch(/^xn--/u);
    const local = generateLocalPart(domain, 1, 'plain') ?? '';
    const spellings = [domain.name, domain.display, domain.display.toUpperCase()];
    const truths = spellings.map((name) => withoutEmail(verdictFor(`${local}@${name}`)));
    expect(new Set(truths.map((truth) => JSON.stringify(truth))).size).toBe(1);
  });

  it.each([
    '',
    'no-at-sign',
    '@nobody.test',
    'a@',
    'two..dots@atelier-000.test',
    `${'x'.repeat(65)}@atelier-000.test`,
    'a b@atelier-000.test',
    'a@b@atelier-000.test',
    'a@-bad.test',
    'a@[127.0.0.1]',
    '"open@atelier-000.test',
    'a'.repeat(100_000),
    'a@test',
  ])('for %j is bad syntax', (email) => {
    expect(verdictFor(email)).toEqual({ email, status: 'undeliverable', reason: 'bad_syntax' });
  });

  it('for a domain that is not in the net is no_such_domain', () => {
    for (const name of ['gmial.com', 'atelier-zzz.test', 'mailinator.com.test'])
      expect(verdictFor(`a@${name}`).reason).toBe('no_such_domain');
  });

  it('differs for another seed', () => {
    const [email = ''] = domainsOf('precise').map(({ name }) => `contact@${name}`);
    expect(expectedVerdict(2)(email).reason).toBe('no_such_domain');
  });
});

describe('the expected delivery', () => {
  const arrives = expectedDelivery(SEED);
  const shareOf = (kind: string): number => {
    const all = domainsOf(kind).flatMap((domain) =>
      Array.from(
        { length: 40 },
        (_, at) => `${generateLocalPart(domain, at, 'plain')}@${domain.name}`,
      ),
    );
    return all.filter(arrives).length / all.length;
  };

  it.each(['accept-all', 'ip-blocked', 'sender-rejected', 'always-greylisting', 'precise'])(
    'is true for most mailboxes at %s, and false for nonexistent ones',
    (kind) => {
      expect(shareOf(kind)).toBeGreaterThan(0.5);
      expect(shareOf(kind)).toBeLessThan(0.9);
      for (const { name } of domainsOf(kind)) expect(arrives(`nobody-at-all@${name}`)).toBe(false);
    },
  );

  it.each(['relay-denied', 'always-failing', 'drops-always', 'null-mx', 'dns-failing'])(
    'is false for everyone at %s',
    (kind) => expect(shareOf(kind)).toBe(0),
  );
});
