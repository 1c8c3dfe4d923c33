import { expect, test } from 'vitest';
import { unchargedCounts } from '../page/facts.tsx';

const list = {
  processed: 100,
  unknown: 5,
  duplicates: 7,
  credits_charged: 85,
  reasons: { accepted: 85, bad_syntax: 10, timeout: 5 },
};

test('counts duplicates, invalid syntax and addresses without an answer as free', () => {
  expect(unchargedCounts(list)).toEqual([
    ['duplicates', 7],
    ['syntax', 10],
    ['unknown', 5],
  ]);
});

test('does not count unknown addresses as free if they were charged', () => {
  expect(unchargedCounts({ ...list, duplicates: 0, credits_charged: 90 })).toEqual([
    ['syntax', 10],
  ]);
});
