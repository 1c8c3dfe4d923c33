import { randomFrom } from '../support/random.ts';
import {
  type InjectedFault,
  FAULT_KINDS,
  type SimulationHistory,
  type HistoryStep,
} from './history.ts';
import { type ActionName, selectAction } from './population.ts';

/** Seconds before a step; short waits are the most common. */
const WAITS = [0, 0, 0, 0, 1, 1, 2, 5, 20, 60, 60, 300, 400, 900, 2400];
const MAX_DELIVERIES = 24;
/** A fault affects one of the first 60 calls of a step; few steps make more. */
const CALLS = 60;

/** Probability that a step uses contacts of a connected service. */
const CONNECTION_CHANCE = 0.2;

export function generateHistory(seed: number, steps: number): SimulationHistory<ActionName> {
  const random = randomFrom(seed);
  const below = (count: number): number => Math.floor(random() * count);
  // Uses a separate sequence of random numbers, so that the other actions of a seed do not change.
  const randomConnection = randomFrom(seed + 2 ** 31);
  return Array.from({ length: steps }, (): HistoryStep<ActionName> => {
    const acts = Array.from({ length: [1, 1, 1, 2, 3, 4][below(6)] ?? 0 }, () => ({
      name: selectAction(random()),
      by: below(4),
      choice: random(),
    }));
    const uses = randomConnection() < CONNECTION_CHANCE;
    const added = uses
      ? [{ name: 'useConnection', by: 0, choice: randomConnection() } as const]
      : [];
    const faults = Array.from({ length: [0, 0, 1, 1, 2, 4][below(6)] ?? 0 }, (): InjectedFault => ({
      // Squared to favor early calls, because most steps have few.
      at: 1 + Math.floor(CALLS * random() ** 2),
      kind: FAULT_KINDS[below(FAULT_KINDS.length)] ?? 'lose',
    }));
    return {
      wait: WAITS[below(WAITS.length)] ?? 0,
      acts: [...acts, ...added],
      deliveries: below(MAX_DELIVERIES + 1),
      seed: below(2 ** 31),
      faults,
    };
  });
}
