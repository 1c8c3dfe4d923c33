import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMailbox } from './net/mailbox.ts';
import type { DomainKind } from './kinds/kind.ts';
import { KINDS } from './kinds/table.ts';
import { addresses } from './listing.ts';
import { generateLocalPart, ordinalOf } from './net/users.ts';
import { expectedVerdict } from './ground-truth.ts';
import { createSimulatedInternet } from './net/simulated-internet.ts';
import type { Domain } from './net/simulated-internet.ts';

const world = createSimulatedInternet(1);
const domainOf = (email: string): Domain => {
  const domain = world.named(parseMailbox(email)?.domain ?? '');
  if (!domain) throw new Error(`${email} is listed, but its domain is not in the net`);
  return domain;
};

describe('addresses', () => {
  const list = [...addresses(1, 100_000)];

  it('yields the same first addresses for any count, every time', () => {
    expect([...addresses(1, 500)]).toEqual(list.slice(0, 500));
    expect([...addresses(1, 0)]).toEqual([]);
    expect([...addresses(1, 20_000)]).toEqual(list.slice(0, 20_000));
  });

  it('yields different addresses for another seed', () => {
    const own = (email: string): boolean => domainOf(email).kind.largeDomains === undefined;
    const others = new Set(addresses(2, 5000));
    expect(list.slice(0, 5000).filter((email) => own(email) && others.has(email))).toEqual([]);
  });

  it('yields unique ASCII addresses at .test or disposable domains', () => {
    expect(new Set(list).size).toBe(list.length);
    const disposable = KINDS.find(({ id }) => id === 'disposable')?.largeDomains?.join('|');
    const plain = new RegExp(
      String.raw`^[A-Za-z]+(?:[._-][A-Za-z]+\d{0,4})?@(?:[a-z0-9-]+\.test|${disposable})$`,
      'u',
    );
    expect(list.filter((email) => !plain.test(email))).toEqual([]);
  });

  it('covers about 400 domains at 5,000 addresses and 5,000 at 100,000', () => {
    const domains = (count: number) =>
      new Set(list.slice(0, count).map((email) => email.split('@')[1])).size;
    expect(domains(5000)).toBeGreaterThan(380);
    expect(domains(5000)).toBeLessThan(460);
    expect(domains(100_000)).toBeGreaterThan(4500);
    expect(domains(100_000)).toBeLessThan(5500);
  });

  it.each([5000, 100_000])(
    'contains at least 1 % of every kind with slots, half for one slot, in the first %i',
    (count) => {
      const shares = new Map<DomainKind, number>(
        KINDS.filter(({ slots }) => slots > 0).map((kind) => [kind, 0]),
      );
      for (const email of list.slice(0, count)) {
        const { kind } = domainOf(email);
        shares.set(kind, (shares.get(kind) ?? 0) + 1);
      }
      const rare = [...shares].filter(
        ([{ slots }, number]) => number < (count / 200) * Math.min(slots, 2),
      );
      expect(rare.map(([kind]) => kind.id)).toEqual([]);
    },
  );

  it('yields about half deliverable and at most 5 % undecidable addresses', () => {
    const verdictFor = expectedVerdict(1);
    const verdicts = list.map((email) => verdictFor(email));
    const share = (number: number): number => number / list.length;
    const deliverable = share(verdicts.filter(({ status }) => status === 'deliverable').length);
    expect(deliverable).toBeGreaterThan(0.45);
    expect(deliverable).toBeLessThan(0.6);
    expect(share(verdicts.filter(({ undecidable }) => undecidable).length)).toBeLessThan(0.05);
  });

  it('includes quoted and UTF-8 local parts and U-label domains on request', () => {
    const exotic = [...addresses(1, 20_000, { exotic: true })];
    expect(new Set(exotic).size).toBe(exotic.length);
    expect([...addresses(1, 300, { exotic: true })]).toEqual(exotic.slice(0, 300));
    const share = (pattern: RegExp): number =>
      exotic.filter((email) => pattern.test(email)).length / exotic.length;
    expect(share(/^"[a-z]+ [a-z]+\d*"@/u)).toBeGreaterThan(0.04);
    expect(share(/^[^@]*[^\0-\x7f][^@]*@/u)).toBeGreaterThan(0.02);
    expect(share(/@[^@]*[^\0-\x7f]/u)).toBeGreaterThan(0.01);
    for (const email of exotic) expect(parseMailbox(email)).toBeDefined();
  });
});

describe('users', () => {
  const domains = [...addresses(1, 480)].map(domainOf);

  it('maps every local part back to its ordinal, in every spelling', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...domains),
        fc.nat(200_000),
        fc.constantFrom('plain', 'quoted', 'accented'),
        (domain, ordinal, spelling) => {
          const local =
            generateLocalPart(domain, ordinal, spelling) ??
            generateLocalPart(domain, ordinal, 'plain');
          expect(ordinalOf(domain, local ?? '')).toBe(ordinal);
        },
      ),
      { seed: 3, numRuns: 2000 },
    );
  });

  it('ignores case, redundant quotes and the composition of accents', () => {
    const [domain] = domains;
    if (!domain) throw new Error('no domain');
    const ordinal =
      [...Array(50).keys()].find((n) => generateLocalPart(domain, n, 'accented')) ?? -1;
    const plain = generateLocalPart(domain, ordinal, 'plain') ?? '';
    const accented = generateLocalPart(domain, ordinal, 'accented') ?? '';
    const spellings = [plain.toUpperCase(), `"${plain}"`, accented.normalize('NFD')];
    expect(spellings.map((local) => ordinalOf(domain, local))).toEqual(
      spellings.map(() => ordinal),
    );
  });

  it('rejects made-up local parts, and listed names in another style', () => {
    const madeUp = fc.oneof(
      fc.stringMatching(/^[a-z0-9]{8,20}$/u),
      fc.stringMatching(/^[a-z]{4,9}[._-][a-z]{4,9}\d{0,4}$/u),
      fc.uuid(),
    );
    fc.assert(
      fc.property(fc.constantFrom(...domains), madeUp, (domain, local) => {
        expect(ordinalOf(domain, local)).toBeUndefined();
      }),
      { seed: 4, numRuns: 3000 },
    );
    const [domain] = domains;
    if (!domain) throw new Error('no domain');
    const known = ['.', '_', '-', '', '+'].filter(
      (separator) =>
        ordinalOf(domain, `noemie${separator}daumas`) !== undefined ||
        ordinalOf(domain, `daumas${separator}noemie`) !== undefined,
    );
    expect(known).toHaveLength(1);
  });
});
