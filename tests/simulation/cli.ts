import { parseArgs } from 'node:util';
import { generateHistory } from './generate-history.ts';
import { addOutcome, createTotals, formatTotals, describeHistory } from './report.ts';
import { shrinkHistory } from './shrink.ts';
import { simulate } from './simulate.ts';

const USAGE = `npm run simulate -- [--seed N] [--steps M] [--seeds K]

Runs the product with simulated time, users and faults, on in-memory fakes of its cloud. The same
seed and steps always produce the same run. Exits with 1 at the first violation, and prints the
shortest history that it finds with this violation.

  --seed N    first seed (1)
  --steps M   steps per run (40)
  --seeds K   number of seeds to run in sequence (1)
  --calls N   also print the last N calls and log lines of a failure (0)`;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    steps: { type: 'string', default: '40' },
    seeds: { type: 'string', default: '1' },
    calls: { type: 'string', default: '0' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

/** @returns whether all seeds passed */
async function run(first: number, seeds: number, steps: number, calls: number): Promise<boolean> {
  const totals = createTotals();
  for (let seed = first; seed < first + seeds; seed += 1) {
    const history = generateHistory(seed, steps);
    const outcome = await simulate(history, seed);
    addOutcome(totals, history, outcome);
    if (seeds === 1) console.log(`trace ${outcome.hash}`);
    else if (totals.seeds % 100 === 0) console.log(`${totals.seeds} seeds`);
    const { violation } = outcome;
    if (!violation) continue;
    console.log(`Seed ${seed} fails at step ${outcome.step} of ${steps}.\n${violation.message}`);
    const shortest = await shrinkHistory(history, async (candidate) => {
      const { violation: found } = await simulate(candidate, seed);
      return found?.check === violation.check;
    });
    const again = await simulate(shortest, seed);
    console.log(
      `\nThe shortest history found:\n${describeHistory(shortest)}\n${again.violation?.message}`,
    );
    if (calls > 0)
      console.log(
        [...again.trace, ...again.lines]
          .map((line) => line.trim().slice(0, 400))
          .slice(-calls)
          .join('\n'),
      );
    console.log(`\nReplay: npm run simulate -- --seed ${seed} --steps ${steps}`);
    return false;
  }
  console.log(formatTotals(totals));
  return true;
}

const [first, seeds, steps, calls] = [values.seed, values.seeds, values.steps, values.calls].map(
  Number,
) as [number, number, number, number];
if (values.help) {
  console.log(USAGE);
} else if (![first, seeds, steps, calls].every(Number.isSafeInteger) || seeds < 1 || steps < 0) {
  console.error(USAGE);
  process.exitCode = 1;
} else if (!(await run(first, seeds, steps, calls))) {
  process.exitCode = 1;
}
