import fc from 'fast-check';
import { FAULT_KINDS, type SimulationHistory } from './history.ts';
import { ACTION_NAMES, type ActionName } from './population.ts';

const act = fc.record({
  name: fc.noShrink(fc.constantFrom(...ACTION_NAMES)),
  by: fc.noShrink(fc.nat()),
  choice: fc.noShrink(fc.double({ min: 0, max: 1 })),
});
const fault = fc.record({
  at: fc.noShrink(fc.nat()),
  kind: fc.noShrink(fc.constantFrom(...FAULT_KINDS)),
});
const histories: fc.Arbitrary<SimulationHistory<ActionName>> = fc.array(
  fc.record({
    wait: fc.noShrink(fc.nat()),
    acts: fc.array(act),
    deliveries: fc.nat(),
    seed: fc.noShrink(fc.nat()),
    faults: fc.array(fault),
  }),
);

/**
 * Finds the shortest failing history that fast-check can derive from a given one, by removing
 * steps, actions, deliveries and faults that the failure does not need.
 * @param tries maximum number of histories to run
 */
export async function shrinkHistory(
  history: SimulationHistory<ActionName>,
  fails: (history: SimulationHistory<ActionName>) => Promise<boolean>,
  tries = 400,
): Promise<SimulationHistory<ActionName>> {
  let remaining = tries;
  const property = fc.asyncProperty(histories, async (candidate) => {
    remaining -= 1;
    return remaining < 0 || !(await fails(candidate));
  });
  const { counterexample } = await fc.check(property, { examples: [[history]], numRuns: 1 });
  return counterexample?.[0] ?? history;
}
