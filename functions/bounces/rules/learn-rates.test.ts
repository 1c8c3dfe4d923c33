import { expect, it } from 'vitest';
import { describeRates } from '../suggest-rates.ts';
import { brierScore, foldOfList, predictHeldOut, learnRates } from './learn-rates.ts';

/** Returns the same outcomes for each half of the lists. */
const counts = (name: string, sent: number, bounced: number) => ({
  [`${name}#0`]: { sent, bounced },
  [`${name}#1`]: { sent, bounced },
});

it('learns the share that arrived from many outcomes', () => {
  const [bucket] = learnRates(counts('accepted#0', 100_000, 10_000));
  expect(bucket).toMatchObject({ reason: 'accepted', evidence: 0, current: 98, learned: 90 });
});

it('hardly moves a rate by few outcomes, and not by fewer than ten', () => {
  expect(learnRates(counts('timeout#0', 5, 0))).toMatchObject([{ current: 30, learned: 36 }]);
  expect(learnRates(counts('timeout#0', 4, 0))).toEqual([]);
});

it('leaves catch-all domains to the rate of the list', () => {
  expect(learnRates(counts('catch_all#2', 1000, 0))).toEqual([]);
});

it('predicts each half by the other', () => {
  const halves = {
    'accepted#1#0': { sent: 900, bounced: 0 },
    'accepted#1#1': { sent: 900, bounced: 450 },
  };
  const predictions = predictHeldOut(learnRates(halves));
  expect(predictions.map(({ before, after }) => [before, after])).toEqual([
    [90, 54],
    [90, 99],
  ]);
  expect(brierScore(predictions, 'before')).toBeCloseTo(
    (900 * 0.01 + 450 * 0.01 + 450 * 0.81) / 1800,
  );
});

it('improves the score of rates that were wrong, and shows the lines to change', () => {
  const buckets = learnRates({
    ...counts('accepted#0', 5000, 500),
    ...counts('no_such_mailbox#0', 500, 495),
  });
  const predictions = predictHeldOut(buckets);
  expect(brierScore(predictions, 'after')).toBeLessThan(brierScore(predictions, 'before'));
  const lines = describeRates(buckets).split('\n');
  expect(lines).toContain('- accepted: [98, 90],');
  expect(lines).toContain('+ accepted: [90],');
  expect(lines).toContain('  no_such_mailbox: [1, 2],');
  expect(lines.find((line) => line.startsWith('  98 %'))).toMatch(
    /^ {2}98 % {3}90\.0 % .*#+ +\| +10000$/,
  );
});

it('puts each list into one half', () => {
  const halves = [...'0123456789ABCDEFGHJK'].map((end) => foldOfList(`01KAM2T8V5${end}`));
  expect(new Set(halves)).toEqual(new Set(['0', '1']));
});
