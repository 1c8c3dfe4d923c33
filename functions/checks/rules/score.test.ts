import { expect, it } from 'vitest';
import { REASONS_OF } from '../../../shared/model/verdict.ts';
import { evidenceOf, livingOf, scoreOf } from './score.ts';

it.each([
  ['deliverable', 96, 100],
  ['unknown', 6, 74],
  ['undeliverable', 0, 4],
] as const)('of an address that is %s, is from %i to %i', (status, least, most) => {
  const scores = REASONS_OF[status].map((reason) => scoreOf(reason, 0, 0.99));
  expect(Math.min(...scores)).toBeGreaterThanOrEqual(least);
  expect(Math.max(...scores)).toBeLessThanOrEqual(most);
});

it('doubts what the engine doubts', () => {
  const evidence = (confidence: number, status: 'deliverable' | 'unknown' = 'deliverable') =>
    evidenceOf({ status, confidence });
  expect([evidence(0.98), evidence(0.75), evidence(0.5, 'unknown')]).toEqual([0, 1, 0]);
  expect(scoreOf('accepted', 1)).toBeLessThan(scoreOf('accepted', 0));
  expect(scoreOf('no_such_mailbox', 1)).toBeGreaterThan(scoreOf('no_such_mailbox', 0));
});

it('of a domain that accepts everyone, follows the list and the names at the domain', () => {
  const of = (accepted: number, absent: number) =>
    livingOf({ reasons: { accepted, no_such_mailbox: absent, catch_all: 50 } });
  const scores = [of(0, 0), of(9_900, 100), of(20, 80), of(1, 0)].map((living) =>
    ([1, 0, 2] as const).map((evidence) => scoreOf('catch_all', evidence, living)),
  );
  expect(scores).toEqual([
    [44, 70, 74],
    [75, 90, 92],
    [21, 45, 51],
    [44, 70, 75],
  ]);
});
