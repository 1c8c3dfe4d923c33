import { expect, it } from 'vitest';
import { decodeEvidence } from './row-facts.ts';
import { adjustCatchAllScores } from './adjust-catch-all-scores.ts';

const evidenceOf = (
  addresses: readonly string[],
  reason: 'catch_all' | 'accepted' = 'catch_all',
) => {
  const verdicts = addresses.map((address, ordinal) => {
    const flags = address.startsWith('info@') ? 1 : 0;
    return { ordinal, status: 'risky' as const, reason, flags };
  });
  return adjustCatchAllScores(verdicts, addresses).map(({ flags = 0 }) => decodeEvidence(flags));
};

const PEOPLE = ['ada.lovelace', 'Marie.Curie+news', 'émilie.du', 'lise.meitner', 'emmy.noether'];
const addressesAt = (domain: string, ...names: readonly string[]) =>
  names.map((name) => `${name}@${domain}`);

it.each<[string, string[], number[]]>([
  ['with the pattern of the others', addressesAt('a.test', ...PEOPLE), [2, 2, 2, 2, 2]],
  ['with a different pattern', addressesAt('a.test', ...PEOPLE, 'x7k2'), [2, 2, 2, 2, 2, 1]],
  ['of a role address', addressesAt('a.test', ...PEOPLE, 'info'), [2, 2, 2, 2, 2, 0]],
  ['among too few others', addressesAt('a.test', ...PEOPLE.slice(1)), [0, 0, 0, 0]],
  [
    'among names without a common pattern',
    addressesAt('a.test', 'a', 'bb', 'c.d', 'e9', 'f-g'),
    [0, 0, 0, 0, 0],
  ],
  [
    'at a different domain',
    [...addressesAt('a.test', ...PEOPLE), 'x7k2@b.test'],
    [2, 2, 2, 2, 2, 0],
  ],
  ['in different case', [...addressesAt('a.test', ...PEOPLE), 'P.Q@A.TEST'], [2, 2, 2, 2, 2, 1]],
])('rates a name %s', (_, addresses, expected) => {
  expect(evidenceOf(addresses)).toEqual(expected);
});

it('ignores verdicts other than catch-all', () => {
  expect(evidenceOf(addressesAt('a.test', ...PEOPLE), 'accepted')).toEqual([0, 0, 0, 0, 0]);
});
