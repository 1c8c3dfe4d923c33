import { workerNeeds } from '../../infra/features/index.ts';
import type { QueuedMessage } from '../support/memory-sqs.ts';
import { ViolationError } from './violation.ts';

/** Number of runs of one function in a chain after which Lambda drops the next message. */
const DROPPED_AFTER = 16;

/** Returns the maximum runs of a worker per chain. A worker that may loop paces itself instead. */
const maxRunsOf = (worker: string): number =>
  workerNeeds.get(worker)?.mayLoop ? Number.POSITIVE_INFINITY : DROPPED_AFTER;

/** Number of runs of each function in the chain that led to a run, including that run. */
export type Lineage = ReadonlyMap<string, number>;

/**
 * Counts runs as Lambda's loop detection does, for which the AWS SDK adds the lineage of a run to
 * each message:
 * https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html
 * A redelivered message keeps its original lineage. For a batch, the highest count of each function
 * in any message's lineage applies.
 */
export function createLineageTracker() {
  const lineages = new WeakMap<QueuedMessage, Lineage>();
  return {
    /** Begins a run. @throws {ViolationError} if Lambda would drop it */
    begin(worker: string, messages: readonly QueuedMessage[]): Lineage {
      const runs = new Map<string, number>();
      for (const [name, count] of messages.flatMap((each) => [...(lineages.get(each) ?? [])]))
        runs.set(name, Math.max(count, runs.get(name) ?? 0));
      const count = (runs.get(worker) ?? 0) + 1;
      if (count > maxRunsOf(worker))
        throw new ViolationError(
          'no chain of messages is longer than Lambda allows',
          `${worker} runs ${count} times in one chain`,
        );
      return runs.set(worker, count);
    },

    note(lineage: Lineage | undefined, sent: readonly QueuedMessage[]): void {
      if (lineage) for (const message of sent) lineages.set(message, lineage);
    },
  };
}
