import { expect, it } from 'vitest';
import { misreadLists } from '../support/generated-lists.ts';

/** A quote may make rows of several lines look like others: no reader can tell. */
const AMBIGUOUS_SHARE = 1 / 10_000;

it('reads 100,000 generated lists exactly, and with one fault loses no row far from it', async () => {
  const count = 100_000;
  const seed = Number(process.env['LISTS_SEED'] ?? 52);
  console.log(`lists of seed ${seed}`);
  const misread = await misreadLists({ seed, count });
  expect(misread.filter((each) => each.startsWith('clean'))).toEqual([]);
  console.log(misread.join('\n'));
  expect(misread.length).toBeLessThan(count * AMBIGUOUS_SHARE);
});
