import { expect, it } from 'vitest';
import { REASONS_BY_STATUS } from '../../../shared/model/verdict.ts';
import { evidenceOf, computeExistenceRate, computeScore } from './score.ts';

it.each([
  ['deliverable', 96, 100],
  ['unknown', 6, 74],
  ['undeliverable', 0, 4],
] as const)('scores %s addresses from %i to %i', (status, minScore, maxScore) => {
  const scores = REASONS_BY_STATUS[status].map((reason) => computeScore(reason, 0, 0.99));
  expect(Math.min(...scores)).toBeGreaterThanOrEqual(minScore);
  expect(Math.max(...scores)).toBeLessThanOrEqual(maxScore);
});

it('adjusts the score if the engine has low confidence', () => {
  const evidence = (confidence: number, status: 'deliverable' | 'unknown' = 'deliverable') =>
    evidenceOf({ status, confidence });
  expect([evidence(0.98), evidence(0.75), evidence(0.5, 'unknown')]).toEqual([0, 1, 0]);
  expect(computeScore('accepted', 1)).toBeLessThan(computeScore('accepted', 0));
  expect(computeScore('no_such_mailbox', 1)).toBeGreaterThan(computeScore('no_such_mailbox', 0));
});

it("scores catch-all addresses by the list's existence rate and the domain's pattern", () => {
  const rateFor = (accepted: number, absent: number) =>
    computeExistenceRate({ reasons: { accepted, no_such_mailbox: absent, catch_all: 50 } });
  const scores = [rateFor(0, 0), rateFor(9_900, 100), rateFor(20, 80), rateFor(1, 0)].map(
    (existenceRate) =>
      ([1, 0, 2] as const).map((evidence) => computeScore('catch_all', evidence, existenceRate)),
  );
  expect(scores).toEqual([
    [44, 70, 74],
    [75, 90, 92],
    [21, 45, 51],
    [44, 70, 75],
  ]);
});
