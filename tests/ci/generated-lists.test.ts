import { expect, it } from 'vitest';
import { findMisreadLists } from '../support/generated-lists.ts';
import { isNightly } from '../support/tier.ts';

/**
 * Accepted fraction of misread lists. With a stray quote among multi-line rows, a file may still be
 * valid CSV with another meaning; 28 of 100,000 lists are misread for this reason.
 */
const AMBIGUOUS_SHARE = 1 / 2000;

const COUNT = isNightly ? 100_000 : 20_000;

it('reads generated lists exactly, and with one fault loses only rows near it', async () => {
  const seed = Number(process.env['LISTS_SEED'] ?? 52);
  console.log(`${COUNT} lists of seed ${seed}`);
  const misread = await findMisreadLists({ seed, count: COUNT });
  expect(misread.filter((each) => each.startsWith('clean'))).toEqual([]);
  console.log(misread.join('\n'));
  expect(misread.length).toBeLessThan(COUNT * AMBIGUOUS_SHARE);
});
