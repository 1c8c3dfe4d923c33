import type { StageConfig } from '../stage/config.ts';
import type { WorkerNeeds } from './feature.ts';
import { routeNeeds, scheduleNeeds, workerNeeds } from './index.ts';
import { type QueueName, type QueueNumbers, QUEUES } from './queues.ts';

/** Low, because dead letters are few and not urgent. */
const DEAD_LETTER_CONCURRENCY = 2;
/** A run that starts while the previous one is working finds nothing to do. */
export const SCHEDULED_CONCURRENCY = 1;
/** AWS keeps this much for functions without a reservation, and rejects deployments with less. */
const UNRESERVED_MINIMUM = 100;

/** Messages of a queue that its reader processes concurrently. */
export function concurrencyOf(
  queue: QueueName,
  { deadLetters }: WorkerNeeds,
  { account }: StageConfig,
): number {
  const { concurrency = 2, laptopConcurrency = 2 }: QueueNumbers = QUEUES[queue];
  if (deadLetters) return DEAD_LETTER_CONCURRENCY;
  if (!account) return laptopConcurrency;
  return (queue === 'verifyBulk' ? account.bulkWorkers : undefined) ?? concurrency;
}

/** The sum over its queues, because a throttled receive counts as a failed one. */
export const maxConcurrency = (needs: WorkerNeeds, config: StageConfig): number =>
  needs.reads.reduce((sum, queue) => sum + concurrencyOf(queue, needs, config), 0);

/** Concurrency wanted for workers and schedules, and for calls with their own reservation. */
function requiredConcurrency(config: StageConfig): { background: number; calls: number } {
  const workers = [...workerNeeds.values()].map((needs) => maxConcurrency(needs, config));
  const background = workers.reduce((a, b) => a + b, scheduleNeeds.size * SCHEDULED_CONCURRENCY);
  const calls = Object.values(routeNeeds).reduce(
    (sum, { concurrency = 0 }) => sum + concurrency,
    0,
  );
  return { background, calls };
}

export function reservedConcurrencyOf(config: StageConfig): number {
  const { background, calls } = requiredConcurrency(config);
  return config.reservesConcurrency ? background + calls : 0;
}

/**
 * Describes the concurrency that the account lacks; undefined if there is enough.
 * @param limit concurrency of the account in the region, without reservations of others
 */
export function concurrencyProblem(config: StageConfig, limit: number): string | undefined {
  const { background, calls } = requiredConcurrency(config);
  const needed = background + calls + UNRESERVED_MINIMUM;
  if (limit >= needed) return undefined;
  return (
    `This account may run ${limit} functions at once in this region. The stage ${config.stage} ` +
    `needs ${needed}: ${background} for its workers, ${calls} for calls that have their own, and ` +
    `${UNRESERVED_MINIMUM} for all others. Ask for more in Service Quotas: AWS Lambda, Concurrent executions.`
  );
}
