import { expect } from 'vitest';
import { generateHistory } from './generate-history.ts';
import { addOutcome, createTotals, formatTotals, type SimulationTotals } from './report.ts';
import { simulate } from './simulate.ts';

/**
 * Runs the seeds from 1 up, and more of them, expects no violation, and prints the totals.
 * @returns the totals, with the hash of each seed's trace
 */
export async function expectNoViolations(
  seeds: number,
  steps: number,
  more: readonly number[] = [],
): Promise<{ totals: SimulationTotals; hashes: readonly string[] }> {
  const totals = createTotals();
  const hashes: string[] = [];
  for (const seed of [...Array.from({ length: seeds }, (_, at) => at + 1), ...more]) {
    const history = generateHistory(seed, steps);
    const outcome = await simulate(history, seed);
    expect(outcome.violation, `npm run simulate -- --seed ${seed}`).toBeUndefined();
    addOutcome(totals, history, outcome);
    hashes.push(outcome.hash);
  }
  console.log(formatTotals(totals));
  return { totals, hashes };
}
