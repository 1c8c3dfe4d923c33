import { describe, expect, it } from 'vitest';
import { expectNoViolations } from './expect-no-violations.ts';
import { FAULT_KINDS } from './history.ts';
import { generateHistory } from './generate-history.ts';
import { describeHistory } from './report.ts';
import { shrinkHistory } from './shrink.ts';

/** Steps of the one seed tested here; `.ci/run` tests more seeds, replays, and planted bugs. */
const STEPS = 40;

describe('the simulation', () => {
  it('satisfies all invariants', async () => {
    const { totals } = await expectNoViolations(1, STEPS);
    expect(totals.injected.size).toBeGreaterThan(FAULT_KINDS.length / 2);
    expect(totals.checked.size).toBeGreaterThan(8);
  });

  it('reports a failing history with the shortest one it finds', async () => {
    const shortest = await shrinkHistory(generateHistory(3, STEPS), async (candidate) =>
      candidate.some(({ acts }) => acts.some(({ name }) => name === 'upload')),
    );
    expect(shortest).toHaveLength(1);
    expect(describeHistory(shortest)).toMatch(/upload by \d+$/);
  });
});
