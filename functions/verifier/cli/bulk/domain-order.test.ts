import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { shuffled } from '../../shuffled.ts';
import { randomFrom } from '../../../../tests/support/random.ts';
import { createDomainKeys } from './domain-keys.ts';
import { createDomainOrder } from './domain-order.ts';
import { openScratch } from './scratch.ts';
import type { Scratch } from './scratch.ts';

const SEED = 7;
const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase();

/** How often the domain is another than before. */
const changes = (emails: readonly string[]): number =>
  emails.filter((email, i) => i === 0 || domainOf(email) !== domainOf(emails[i - 1] ?? '')).length;

let scratch: Scratch;
beforeEach(() => void (scratch = openScratch()));
afterEach(() => scratch.close());

function ordered(emails: readonly string[]) {
  const order = createDomainOrder(scratch);
  for (const email of emails) order.add(email);
  expect(order.size).toBe(emails.length);
  return [...order.ordered()];
}

test('nothing has no order', () => {
  expect(ordered([])).toEqual([]);
});

test(`every address comes once, with its position, and its domain in one piece (seed ${SEED})`, () => {
  const emails = shuffled(
    Array.from({ length: 30_000 }, (_, i) => `user${i}@company-${i % 1500}.test`),
    randomFrom(SEED),
  );
  const placed = ordered(emails);
  expect(placed.map(({ position, text }) => emails[position] === text)).not.toContain(false);
  expect(new Set(placed.map(({ position }) => position)).size).toBe(emails.length);
  expect(changes(placed.map(({ text }) => text))).toBe(1500);
});

test(`a domain of thousands stands in several places, a repetition with the first (seed ${SEED})`, () => {
  const random = randomFrom(SEED);
  const emails = shuffled(
    Array.from({ length: 20_000 }, (_, i) => [
      i % 2 === 0 ? `user${i}@large.test` : `user${i}@company-${i % 1000}.test`,
      ...(i % 200 === 0 ? [`USER${i}@Large.test`] : []),
    ]).flat(),
    random,
  );
  const texts = ordered(emails).map(({ text }) => text);
  let longest = 0;
  for (let run = 0, i = 0; i < texts.length; i += 1) {
    run = domainOf(texts[i] ?? '') === 'large.test' ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  expect(longest).toBeLessThan(1000);
  const at = new Map(texts.map((text, i) => [text, i]));
  const apart = texts
    .filter((text) => text.startsWith('USER'))
    .map((text) => Math.abs((at.get(text) ?? 0) - (at.get(text.toLowerCase()) ?? Infinity)));
  expect(apart).toHaveLength(100);
  expect(Math.max(...apart)).toBeLessThan(1000);
});

test.each(['a@one.test', 'n/a', 'a@'])('of %j over and over, few are in memory', (email) => {
  let [written, read] = [0, 0];
  const order = createDomainOrder({
    ...scratch,
    append(bytes) {
      written += bytes.length;
      return scratch.append(bytes);
    },
    read(extent, into) {
      read += extent.length;
      scratch.read(extent, into);
    },
  });
  for (let i = 0; i < 100_000; i += 1) order.add(email);
  const rest = order.ordered();
  const first = rest.next().value;
  // All were written twice by now, and had to be read once.
  expect(read - written / 2).toBeLessThan(2 ** 19);
  const positions = [first, ...rest].map((placed) => placed?.position);
  expect(new Set(positions).size).toBe(100_000);
});

describe('keys', () => {
  test('are spread evenly over domains', () => {
    const keys = createDomainKeys();
    const tenths = new Uint32Array(10);
    for (let i = 0; i < 10_000; i += 1) {
      const tenth = Math.floor((keys.keyOf(`a@d${i}.test`) / 2 ** 32) * 10);
      tenths[tenth] = (tenths[tenth] ?? 0) + 1;
    }
    expect(Math.min(...tenths)).toBeGreaterThan(850);
    expect(Math.max(...tenths)).toBeLessThan(1150);
  });

  test('know a large domain among more small ones than can be counted', () => {
    const keys = createDomainKeys();
    for (let i = 0; i < 100_000; i += 1) {
      keys.count(`user@small-${i}.test`);
      if (i % 50 === 0) keys.count(`user${i}@large.test`);
    }
    const places = new Set(Array.from({ length: 100 }, (_, i) => keys.keyOf(`u${i}@large.test`)));
    expect(places.size).toBe(4);
    expect(keys.keyOf('a@small-99999.test')).toBe(keys.keyOf('b@SMALL-99999.test'));
  });
});
