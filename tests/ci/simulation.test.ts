import { describe, expect, it } from 'vitest';
import { expectSeeds } from '../simulation/expect-seeds.ts';
import { LATER_ROWS, SAME_ROWS, TRUE_ROWS, UNDECIDED_ROWS } from '../simulation/checks.ts';
import { FAULT_KINDS } from '../simulation/history.ts';
import { WIRE_FAULTS } from '../simulation/mail/mail-internet.ts';
import { newHistory } from '../simulation/new-history.ts';
import { PLANTED } from '../simulation/planted-bugs.ts';
import { simulate } from '../simulation/simulate.ts';

const SEEDS = 200;
const STEPS = 40;
/** Seeds that are run once more, for the same trace. */
const TWICE = 10;

it(`holds all that is promised over ${SEEDS} seeds`, async () => {
  const { totals, hashes } = await expectSeeds(SEEDS, STEPS);
  expect(Array.from(totals.injected.keys())).toEqual(
    expect.arrayContaining([...FAULT_KINDS, ...Object.keys(WIRE_FAULTS)]),
  );
  const rows = (name: string): number => totals.checked.get(name) ?? 0;
  expect(rows(TRUE_ROWS)).toBeGreaterThan(10 * rows(UNDECIDED_ROWS));
  expect(rows(SAME_ROWS)).toBeGreaterThan(SEEDS + 30 * rows(LATER_ROWS));
  expect(totals.delayMs).toBeGreaterThan(0);
  for (let seed = 1; seed <= TWICE; seed += 1) {
    const again = await simulate(newHistory(seed, STEPS), seed);
    expect([seed, again.hash]).toEqual([seed, hashes[seed - 1]]);
  }
}, 600_000);

describe('the simulation finds the planted bug that', () => {
  it.each(Object.entries(PLANTED))(
    '%s',
    async (name, plant) => {
      let seeds = 1;
      while (!(await simulate(newHistory(seeds, STEPS), seeds, plant)).violation) {
        seeds += 1;
        expect(seeds, 'seeds that did not find it').toBeLessThanOrEqual(SEEDS);
      }
      console.log(`${name}: ${seeds} seeds`);
    },
    300_000,
  );
});
