import { expect, it } from 'vitest';
import { usageRow as row } from '../../../../tests/browser/screens/faked-usage.ts';
import { byList, byMeans } from './sums.ts';
import { csvOf } from '../../lib/csv.ts';

/** A list that ran over midnight, one that was deleted, and checks by a key. */
const rows = [
  row({ type: 'purchase', added: 5000 }),
  row({ file_id: 'a', file_name: 'A', by: 'x7Qf', charged: 8, returned: 2 }),
  row({ file_id: 'b', charged: 1 }),
  row({ type: 'checks', by: 'x7Qf', charged: 5, returned: 1 }),
  row({ type: 'checks', by: 'web', charged: 20 }),
  row({ file_id: 'a', file_name: 'A', by: 'x7Qf', reserved: 10 }),
];

it('sums what each list moved', () => {
  expect(byList(rows)).toEqual([
    { file_id: 'a', file_name: 'A', by: 'x7Qf', charged: 8, returned: 2 },
    { file_id: 'b', file_name: null, by: null, charged: 1, returned: 0 },
  ]);
});

it('sums what each key used, most first', () => {
  expect(byMeans(rows)).toEqual([
    { by: 'web', byLists: 0, byChecks: 20 },
    { by: 'x7Qf', byLists: 8, byChecks: 5 },
    { by: null, byLists: 1, byChecks: 0 },
  ]);
});

it('writes a file in which no name starts a formula, and numbers stay numbers', () => {
  expect(csvOf([['=1+1', 'Été "26"', -3430, null]])).toBe(
    '\u{feff}"\'=1+1";"Été ""26""";"-3430";""\r\n',
  );
});
