import { describe, expect, it } from 'vitest';
import { expectSeeds } from './expect-seeds.ts';
import { FAULT_KINDS } from './history.ts';
import { newHistory } from './new-history.ts';
import { PLANTED } from './planted-bugs.ts';
import { told } from './report.ts';
import { shrink } from './shrink.ts';
import { simulate } from './simulate.ts';

/** 200 seeds run in .ci/run, as many as one likes by `npm run simulate`. */
const SEEDS = 6;
const STEPS = 40;

describe('the simulation', () => {
  it('runs the same calls with the same faults for the same seed', async () => {
    const history = newHistory(3, STEPS);
    const [first, second] = [await simulate(history, 3), await simulate(newHistory(3, STEPS), 3)];
    expect([second.hash, second.calls]).toEqual([first.hash, first.calls]);
    expect((await simulate(newHistory(4, STEPS), 4)).hash).not.toBe(first.hash);
  });

  it(`holds all that is promised over ${SEEDS} seeds`, async () => {
    const { totals } = await expectSeeds(SEEDS, STEPS);
    expect(Array.from(totals.injected.keys())).toEqual(expect.arrayContaining([...FAULT_KINDS]));
    expect(totals.checked.size).toBeGreaterThan(8);
  });

  it('tells of a violation by the shortest history it finds', async () => {
    const plant = PLANTED['the last rows of a result change places'];
    const history = newHistory(3, STEPS);
    const fails = async (candidate: typeof history) =>
      (await simulate(candidate, 3, plant)).violation !== undefined;
    const shortest = await shrink(history, fails, 25);
    expect(shortest.length).toBeLessThan(STEPS / 2);
    expect(await fails(shortest)).toBe(true);
    expect(told(shortest)).toMatch(/upload|send/);
  });
});
