import { expect, test } from 'vitest';
import { randomFrom } from '../../../../tests/support/random.ts';
import { shuffle } from '../flow/shuffle.ts';
import { sortByDomain } from './verdict-lines.ts';

const SEED = 7;

const ordered = (emails: readonly string[]): string[] =>
  sortByDomain(emails.map((email) => ({ email }))).map(({ email }) => email);

const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase();

function piecesOf(domain: string, emails: readonly string[]): number[] {
  const lengths: number[] = [];
  for (const [i, email] of emails.entries()) {
    if (domainOf(email) !== domain) continue;
    if (i === 0 || domainOf(emails[i - 1] ?? '') !== domain) lengths.push(0);
    lengths.push((lengths.pop() ?? 0) + 1);
  }
  return lengths;
}

test('returns nothing for no rows', () => {
  expect(ordered([])).toEqual([]);
});

test(`contains every address once, and each domain in one piece (seed ${SEED})`, () => {
  const emails = shuffle(
    Array.from({ length: 3000 }, (_, i) => `user${i}@${i % 2 ? 'C' : 'c'}ompany-${i % 151}.test`),
    randomFrom(SEED),
  );
  const order = ordered([...emails, 'n/a', 'a@', 'n/a']);
  expect(order.toSorted()).toEqual([...emails, 'n/a', 'a@', 'n/a'].toSorted());
  for (let i = 0; i < 151; i += 1) expect(piecesOf(`company-${i}.test`, order)).toHaveLength(1);
});

test(`splits a large domain into many parts, and keeps repetitions together (seed ${SEED})`, () => {
  const large = Array.from({ length: 10_000 }, (_, i) => `user${i}@large.test`);
  const small = Array.from({ length: 10_000 }, (_, i) => `user${i}@company-${i % 1000}.test`);
  const repeated = large.filter((_, i) => i % 100 === 0).map((email) => email.toUpperCase());
  const order = ordered(shuffle([...large, ...small, ...repeated], randomFrom(SEED)));
  expect(order).toHaveLength(20_100);
  expect(Math.max(...piecesOf('large.test', order))).toBeLessThan(1200);
  const half = order.slice(0, order.length / 2).filter((email) => domainOf(email) === 'large.test');
  expect(half.length / large.length).toBeGreaterThan(0.45);
  expect(half.length / large.length).toBeLessThan(0.55);
  const at = new Map(order.map((email, i) => [email, i]));
  for (const email of repeated)
    expect(Math.abs((at.get(email) ?? 0) - (at.get(email.toLowerCase()) ?? Infinity))).toBe(1);
});

test('keeps a single domain in one piece', () => {
  const emails = Array.from({ length: 2000 }, (_, i) => `user${i}@only.test`);
  expect(ordered(emails)).toEqual(emails);
});
