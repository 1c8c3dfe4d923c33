import { describe, expect, it } from 'vitest';
import { expectSeeds } from './expect-seeds.ts';
import { FAULT_KINDS } from './history.ts';
import { newHistory } from './new-history.ts';
import { PLANTED } from './planted-bugs.ts';
import { describeHistory } from './report.ts';
import { shrink } from './shrink.ts';
import { simulate } from './simulate.ts';

/** Number of seeds. .ci/run uses more, .ci/nightly 200, and `npm run simulate` any number. */
const SEEDS = 2;
const STEPS = 40;

describe('the simulation', () => {
  it(`satisfies all invariants over ${SEEDS} seeds, with the same calls for the same seed`, async () => {
    const { totals, hashes } = await expectSeeds(SEEDS, STEPS);
    expect(Array.from(totals.injected.keys())).toEqual(expect.arrayContaining([...FAULT_KINDS]));
    expect(totals.checked.size).toBeGreaterThan(8);
    expect(new Set(hashes).size).toBe(SEEDS);
    expect((await simulate(newHistory(SEEDS, STEPS), SEEDS)).hash).toBe(hashes.at(-1));
  });

  it('finds a planted bug', async () => {
    const plant = PLANTED['the last rows of a result are swapped'];
    expect((await simulate(newHistory(1, STEPS), 1, plant)).violation).toBeDefined();
  });

  it('reports a failing history with the shortest one it finds', async () => {
    const shortest = await shrink(newHistory(3, STEPS), async (candidate) =>
      candidate.some(({ acts }) => acts.some(({ name }) => name === 'upload')),
    );
    expect(shortest).toHaveLength(1);
    expect(describeHistory(shortest)).toMatch(/upload by \d+$/);
  });
});
