import { describe, expect, it } from 'vitest';
import { newHistory } from '../simulation/new-history.ts';
import { PLANTED } from '../simulation/planted-bugs.ts';
import { addTo, newTotals, summary } from '../simulation/report.ts';
import { simulate } from '../simulation/simulate.ts';

const SEEDS = 200;
const STEPS = 40;
/** Seeds that are run once more, for the same trace. */
const TWICE = 10;

it(`holds all that is promised over ${SEEDS} seeds`, async () => {
  const totals = newTotals();
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const history = newHistory(seed, STEPS);
    const outcome = await simulate(history, seed);
    expect(outcome.violation, `npm run simulate -- --seed ${seed}`).toBeUndefined();
    addTo(totals, history, outcome);
    if (seed > TWICE) continue;
    const again = await simulate(newHistory(seed, STEPS), seed);
    expect([seed, again.hash]).toEqual([seed, outcome.hash]);
  }
  console.log(summary(totals));
}, 300_000);

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
