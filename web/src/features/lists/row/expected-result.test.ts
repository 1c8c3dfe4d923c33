import { expect, test } from 'vitest';
import { listExamples } from '../../../../../shared/contract/examples/lists.ts';
import type { ListDetail } from '../../../../../shared/contract/list-detail.ts';
import { extrapolateResult, marginOfError } from './expected-result.ts';

const { paused } = listExamples.getFile.otherResponses;

test('returns the Wilson margin, smaller if the sample is a large part of the population', () => {
  // 95 % interval for 71 of 100: 0.6146 to 0.7898.
  expect(marginOfError(71, 100, 1e12)).toBeCloseTo(0.71 - 0.6146, 3);
  // For 0 of 100, the interval is 0 to 0.0370.
  expect(marginOfError(0, 100, 1e12)).toBeCloseTo(0.037, 3);
  expect(marginOfError(100, 100, 1e12)).toBeCloseTo(0.037, 3);
  expect(marginOfError(71, 100, 200)).toBeLessThan(0.075);
  expect(marginOfError(71, 200, 200)).toBe(0);
});

test('covers the true share for 95 of 100 samples', () => {
  // All samples of 20 out of 40 (hypergeometric distribution), for each true number of hits.
  const choose = (n: number, k: number): number =>
    k < 0 || k > n
      ? 0
      : Array.from({ length: k }, (_, i) => (n - i) / (i + 1)).reduce((a, b) => a * b, 1);
  for (const hits of [1, 4, 10, 20, 30, 39]) {
    let coverage = 0;
    for (let found = 0; found <= 20; found += 1)
      if (Math.abs(found / 20 - hits / 40) <= marginOfError(found, 20, 40) + 1e-9)
        coverage += (choose(hits, found) * choose(40 - hits, 20 - found)) / choose(40, 20);
    expect(coverage).toBeGreaterThan(0.94);
  }
});

test('excludes malformed addresses from the sample and the population', () => {
  const list: ListDetail = {
    ...paused.data,
    total_email: 1000,
    processed: 200,
    valid: 70,
    invalid: 120,
    risky: 5,
    unknown: 5,
    reasons: { bad_syntax: 100, no_such_mailbox: 20, accepted: 70 },
  };
  const margin = marginOfError(70, 100, 900);
  expect(extrapolateResult(list)).toEqual({
    sample: 100,
    whole: 900,
    safe: 0.7,
    remove: 0.2,
    margin,
  });
});
