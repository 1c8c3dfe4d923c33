import type { SimulationHistory } from './history.ts';
import { MAX_NEIGHBOR_DELAY_MS } from './mail/neighbor-effects.ts';
import type { SimulationOutcome } from './simulate.ts';

export const describeHistory = (history: SimulationHistory): string =>
  history
    .map(({ wait, acts, deliveries, faults }, at) => {
      const what = [
        ...acts.map(({ name, by }) => `${name} by ${by}`),
        ...(deliveries > 0 ? [`up to ${deliveries} deliveries`] : []),
        ...faults.map((fault) => `${fault.kind} at call ${fault.at}`),
      ];
      return `${String(at).padStart(4)}. after ${wait} s: ${what.join(', ') || 'nothing'}`;
    })
    .join('\n');

export interface SimulationTotals {
  seeds: number;
  steps: number;
  calls: number;
  readonly injected: Map<string, number>;
  readonly checked: Map<string, number>;
  delayMs: number;
}

export const createTotals = (): SimulationTotals => ({
  seeds: 0,
  steps: 0,
  calls: 0,
  injected: new Map(),
  checked: new Map(),
  delayMs: 0,
});

export function addOutcome(
  totals: SimulationTotals,
  history: SimulationHistory,
  outcome: SimulationOutcome,
): void {
  totals.seeds += 1;
  totals.steps += history.length;
  totals.calls += outcome.calls;
  totals.delayMs = Math.max(totals.delayMs, outcome.delayMs);
  for (const [from, to] of [
    [outcome.injected, totals.injected],
    [outcome.checked, totals.checked],
  ] as const)
    for (const [name, times] of from) to.set(name, (to.get(name) ?? 0) + times);
}

const counts = (all: ReadonlyMap<string, number>): string =>
  Array.from(all)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, times]) => `${name} ${times}`)
    .join(', ');

export const formatTotals = ({
  seeds,
  steps,
  calls,
  injected,
  checked,
  delayMs,
}: SimulationTotals): string =>
  [
    `${seeds} seeds, ${steps} steps, ${calls} calls`,
    `faults injected: ${counts(injected)}`,
    `checked: ${counts(checked)}`,
    `maximum delay next to hostile customers: ${delayMs / 1000} s of ${MAX_NEIGHBOR_DELAY_MS / 1000} s`,
  ].join('\n');
