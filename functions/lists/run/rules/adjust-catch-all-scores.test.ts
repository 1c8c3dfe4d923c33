import { expect, it } from 'vitest';
import { evidenceIn } from '../../rules/row-facts.ts';
import { adjustCatchAllScores } from './adjust-catch-all-scores.ts';

const evidenceOf = (
  addresses: readonly string[],
  reason: 'catch_all' | 'accepted' = 'catch_all',
) => {
  const verdicts = addresses.map((address, ordinal) => {
    const flags = address.startsWith('info@') ? 1 : 0;
    return { ordinal, status: 'risky' as const, reason, flags };
  });
  return adjustCatchAllScores(verdicts, addresses).map(({ flags = 0 }) => evidenceIn(flags));
};

const PEOPLE = ['ada.lovelace', 'Marie.Curie+news', 'émilie.du', 'lise.meitner', 'emmy.noether'];
const addressesAt = (domain: string, ...names: readonly string[]) =>
  names.map((name) => `${name}@${domain}`);

it.each<[string, string[], number[]]>([
  ['like the others', addressesAt('a.test', ...PEOPLE), [2, 2, 2, 2, 2]],
  ['unlike them', addressesAt('a.test', ...PEOPLE, 'x7k2'), [2, 2, 2, 2, 2, 1]],
  ['of a function', addressesAt('a.test', ...PEOPLE, 'info'), [2, 2, 2, 2, 2, 0]],
  ['with too few others', addressesAt('a.test', ...PEOPLE.slice(1)), [0, 0, 0, 0]],
  [
    'where everybody is named otherwise',
    addressesAt('a.test', 'a', 'bb', 'c.d', 'e9', 'f-g'),
    [0, 0, 0, 0, 0],
  ],
  ['of another domain', [...addressesAt('a.test', ...PEOPLE), 'x7k2@b.test'], [2, 2, 2, 2, 2, 0]],
  ['in another case', [...addressesAt('a.test', ...PEOPLE), 'P.Q@A.TEST'], [2, 2, 2, 2, 2, 1]],
])('a name %s', (_, addresses, expected) => {
  expect(evidenceOf(addresses)).toEqual(expected);
});

it('says nothing where the server tells', () => {
  expect(evidenceOf(addressesAt('a.test', ...PEOPLE), 'accepted')).toEqual([0, 0, 0, 0, 0]);
});
