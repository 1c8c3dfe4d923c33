import { describe, expect, it } from 'vitest';
import { createUsageRow as row } from '../../../../tests/browser/screens/faked-usage.ts';
import { sumsByDay, estimateDaysLeft, addRunningBalances } from './sums-by-day.ts';
import { sumsByList, sumsByClient } from './usage-table.tsx';
import { formatCsv } from '../../../../shared/list-file/csv.ts';

/** A purchase, a list that ran past midnight, a deleted list, and checks by a key and the app. */
const rows = [
  row({ type: 'purchase', added: 5000 }),
  row({ file_id: 'a', file_name: 'A', by: 'x7Qf', charged: 8, returned: 2 }),
  row({ file_id: 'b', charged: 1 }),
  row({ type: 'checks', by: 'x7Qf', charged: 5, returned: 1 }),
  row({ type: 'checks', by: 'web', charged: 20 }),
  row({ file_id: 'a', file_name: 'A', by: 'x7Qf', reserved: 10 }),
];

it('sums the credits per list', () => {
  expect(sumsByList(rows)).toEqual([
    { file_id: 'a', file_name: 'A', by: 'x7Qf', person: null, charged: 8, returned: 2 },
    { file_id: 'b', file_name: null, by: null, person: null, charged: 1, returned: 0 },
  ]);
});

it('sums the credits per person and key, highest first', () => {
  const ada = { id: 'ada', name: 'Ada Martin' };
  const byAda = [
    row({ type: 'checks', by: 'web', person: ada, charged: 3 }),
    row({ file_id: 'c', by: 'web', person: ada, charged: 2 }),
  ];
  expect(sumsByClient([...rows, ...byAda])).toEqual([
    { by: 'web', person: null, byLists: 0, byChecks: 20 },
    { by: 'x7Qf', person: null, byLists: 8, byChecks: 5 },
    { by: 'web', person: ada, byLists: 2, byChecks: 3 },
    { by: null, person: null, byLists: 1, byChecks: 0 },
  ]);
});

it('escapes formulas in names, and keeps numbers in the CSV', () => {
  const starts = Array.from('=+-@\t\r\n\0＝＋－＠', (start) => `${start}1+1`);
  expect(formatCsv([starts])).toBe(`\u{feff}${starts.map((each) => `"'${each}"`).join(';')}\r\n`);
  expect(formatCsv([['Dupont,=1+1', '-12,50']])).toBe(`\u{feff}"Dupont,'=1+1";"-12,50"\r\n`);
  expect(formatCsv([['=1+1', 'Été "26"', -3430, null]])).toBe(
    '\u{feff}"\'=1+1";"Été ""26""";"-3430";""\r\n',
  );
});

describe('a month', () => {
  const at = (time: string) => `2026-11-${time}:00.000Z`;
  const month = [
    row({ day: '2026-11-03', at: at('03T09:00'), type: 'checks', change: -4, charged: 4 }),
    row({ day: '2026-11-03', at: at('03T17:00'), type: 'purchase', change: 50, added: 50 }),
    row({
      day: '2026-11-03',
      at: at('03T12:00'),
      change: -7,
      charged: 7,
      file_id: 'a',
      file_verified: 8,
      file_valid: 6,
    }),
    row({ day: '2026-11-01', type: 'welcome', change: 100, added: 100 }),
    // A list that ran past midnight counts once, on the day it ended.
    row({ day: '2026-11-02', at: at('02T23:59'), change: -8, charged: 1, file_id: 'a' }),
  ];
  const closing = 131;

  it('lists its rows newest first, each with the balance after it', () => {
    expect(
      addRunningBalances(month, closing).map(({ change, balance }) => [change, balance]),
    ).toEqual([
      [50, 131],
      [-7, 81],
      [-4, 88],
      [-8, 92],
      [100, 100],
    ]);
  });

  it('has a sum for each past day, and the sums add up to its rows', () => {
    const days = sumsByDay('2026-11', addRunningBalances(month, closing), closing, '2026-11-04');
    const day = { lists: 0, checks: 0, verified: 0, valid: 0 };
    expect(days).toEqual([
      { ...day, day: '2026-11-01', balance: 100 },
      { ...day, day: '2026-11-02', balance: 92, lists: 1 },
      { ...day, day: '2026-11-03', balance: 131, lists: 7, checks: 4, verified: 8, valid: 6 },
      { ...day, day: '2026-11-04', balance: 131 },
    ]);
    expect(sumsByDay('2026-02', [], 5, '2026-11-04')).toHaveLength(28);
  });

  it('estimates how long credits last from the days that had credits', () => {
    const began = row({ day: '2026-11-20', type: 'welcome', change: 100, added: 100 });
    const used = row({ day: '2026-11-21', type: 'checks', change: -40, charged: 40 });
    const sumsUntil = (day: string, moved: typeof month) => sumsByDay('2026-11', moved, 60, day);
    expect(estimateDaysLeft(sumsUntil('2026-11-26', [began, used]), 60)).toBe(10);
    expect(estimateDaysLeft(sumsUntil('2026-11-26', [began]), 60)).toBe(undefined);
    // A few days or minutes are too short for an estimate.
    expect(estimateDaysLeft(sumsUntil('2026-11-25', [began, used]), 60)).toBe(undefined);
  });
});
