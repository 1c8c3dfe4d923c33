import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSpendingTracker, UNCONFIRMED_CREDITS_PER_DAY } from './spending.ts';

const NOON = Date.parse('2026-11-23T12:00:00Z');
/** Number of interleavings to test; exceeds the number of times that `count` reads the clock. */
const MOMENTS = 12;

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tamis-spending-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

let ids = 0;
const newId = () => `id-${(ids += 1)}`;
const openSpending = (now = () => NOON) => createSpendingTracker(folder, 1000, now, newId);

type Count = Parameters<ReturnType<typeof openSpending>['count']>;

/**
 * Returns the outcomes of two counts. The second runs when the first reads the clock for the
 * `moment`th time.
 */
function countConcurrently(first: Count, second: Count, moment: number) {
  const outcomes: string[] = [];
  let clockReads = 0;
  const now = () => {
    clockReads += 1;
    if (clockReads === moment) outcomes.push(openSpending().count(...second));
    return NOON;
  };
  outcomes.unshift(openSpending(now).count(...first));
  return outcomes;
}

const moments = Array.from({ length: MOMENTS }, (_, at) => [at + 1]);

it.each(moments)(
  'counts nothing if two servers start the same unconfirmed call, interleaved at clock read %i',
  (moment) => {
    expect(
      countConcurrently(
        ['k', 101, UNCONFIRMED_CREDITS_PER_DAY],
        ['k', 101, UNCONFIRMED_CREDITS_PER_DAY],
        moment,
      ),
    ).not.toContain('counted');
    expect(openSpending().left()).toBe(1000);
  },
);

it.each(moments)(
  'counts a confirmed call while another server is refused, interleaved at clock read %i',
  (moment) => {
    const [, other] = countConcurrently(
      ['k', 101, UNCONFIRMED_CREDITS_PER_DAY],
      ['k', 101, Infinity],
      moment,
    );
    expect(openSpending().left()).toBe(other === undefined ? 1000 : 899);
  },
);

it('allows nothing if the daily file is corrupt', () => {
  writeFileSync(join(folder, 'assistants-2026-11-23.txt'), '["k",100]\n["k",');
  expect(() => openSpending().count('j', 1, UNCONFIRMED_CREDITS_PER_DAY)).toThrow('JSON');
});

it('counts from zero if a server was killed before it wrote its first count', () => {
  writeFileSync(join(folder, 'assistants-2026-11-23.txt'), '');
  expect(openSpending().count('k', 5, UNCONFIRMED_CREDITS_PER_DAY)).toBe('counted');
  expect(openSpending().left()).toBe(995);
});
