import { workerNeeds } from '../../infra/features/index.ts';
import type { Queued } from '../support/memory-sqs.ts';
import { ViolationError } from './violation.ts';

/** Runs of one function in a chain, of which Lambda drops the next. */
const DROPPED_AFTER = 16;

/** The most runs of a worker in one chain; those that Lambda lets loop are bounded by their pace. */
const boundOf = (worker: string): number =>
  workerNeeds.get(worker)?.mayLoop ? Number.POSITIVE_INFINITY : DROPPED_AFTER;

/** How often each function has run in the chain that led to a run, itself included. */
export type Lineage = ReadonlyMap<string, number>;

/**
 * Counts as Lambda does, whose SDK hands the lineage of a run on with each message that it sends:
 * https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html. A message that comes again
 * has the lineage it was sent with; a batch has the longest of each.
 */
export function createLineages() {
  const lineages = new WeakMap<Queued, Lineage>();
  return {
    /** @throws {ViolationError} where Lambda would drop it */
    begin(worker: string, messages: readonly Queued[]): Lineage {
      const runs = new Map<string, number>();
      for (const [name, count] of messages.flatMap((each) => [...(lineages.get(each) ?? [])]))
        runs.set(name, Math.max(count, runs.get(name) ?? 0));
      const count = (runs.get(worker) ?? 0) + 1;
      if (count > boundOf(worker))
        throw new ViolationError(
          'no chain of messages is longer than Lambda allows',
          `${worker} runs ${count} times in one chain`,
        );
      return runs.set(worker, count);
    },

    note(lineage: Lineage | undefined, sent: readonly Queued[]): void {
      if (lineage) for (const message of sent) lineages.set(message, lineage);
    },
  };
}
