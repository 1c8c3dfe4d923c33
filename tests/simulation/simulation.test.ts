import { describe, expect, it } from 'vitest';
import { expectNoViolations } from './expect-no-violations.ts';
import { FAULT_KINDS } from './history.ts';
import { generateHistory } from './generate-history.ts';
import { PLANTED_BUGS } from './planted-bugs.ts';
import { describeHistory } from './report.ts';
import { shrinkHistory } from './shrink.ts';
import { simulate } from './simulate.ts';

/** Steps of the one seed tested here; `.ci/run` and `.ci/nightly` run more, with every fault. */
const STEPS = 40;

describe('the simulation', () => {
  it('satisfies all invariants, with the same calls for the same seed', async () => {
    const { totals, hashes } = await expectNoViolations(1, STEPS);
    expect(totals.injected.size).toBeGreaterThan(FAULT_KINDS.length / 2);
    expect(totals.checked.size).toBeGreaterThan(8);
    const hashOf = async (seed: number) => (await simulate(generateHistory(seed, 8), seed)).hash;
    const hash = await hashOf(2);
    expect(hashes).not.toContain(hash);
    expect(await hashOf(2)).toBe(hash);
  });

  it('finds a planted bug', async () => {
    const plant = PLANTED_BUGS['the last rows of a result are swapped'];
    expect((await simulate(generateHistory(1, STEPS), 1, plant)).violation).toBeDefined();
  });

  it('reports a failing history with the shortest one it finds', async () => {
    const shortest = await shrinkHistory(generateHistory(3, STEPS), async (candidate) =>
      candidate.some(({ acts }) => acts.some(({ name }) => name === 'upload')),
    );
    expect(shortest).toHaveLength(1);
    expect(describeHistory(shortest)).toMatch(/upload by \d+$/);
  });
});
