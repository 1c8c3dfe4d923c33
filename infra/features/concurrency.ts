import { DEFAULT_CHECKS_IN_FLIGHT } from '../../functions/checks/adapters/keys.ts';
import type { StageConfig } from '../stage/config.ts';
import { bounces } from './bounces.ts';
import { checks } from './checks.ts';
import type { RouteNeeds, WorkerNeeds } from './feature.ts';
import { forms } from './forms.ts';
import { routeNeeds, scheduleNeeds, workerNeeds } from './index.ts';
import { lists } from './lists.ts';
import { type QueueName, type QueueConfig, QUEUES } from './queues.ts';

/** Lambda's minimum concurrency for a queue. */
const MIN_QUEUE_CONCURRENCY = 2;
/** A low concurrency is sufficient, because dead letters are rare and not urgent. */
const DEAD_LETTER_CONCURRENCY = 2;
/** One run at a time, because a second run would find nothing to do while the first is working. */
export const SCHEDULED_CONCURRENCY = 1;
/** Minimum unreserved concurrency. AWS rejects deployments that leave less. */
const UNRESERVED_MINIMUM = 100;

/**
 * Returns the maximum concurrent executions of a queue's reader for this queue. A stage without
 * reservations may share a quota of ten: more background checks would leave no execution to the
 * engine, which they wait for.
 */
export function queueConcurrencyOf(
  queue: QueueName,
  { deadLetters }: WorkerNeeds,
  { account, reservesConcurrency }: StageConfig,
): number {
  const { concurrency = MIN_QUEUE_CONCURRENCY, localConcurrency = 2 }: QueueConfig = QUEUES[queue];
  if (deadLetters) return DEAD_LETTER_CONCURRENCY;
  if (!account) return localConcurrency;
  const ownConcurrency = queue === 'engineBulk' ? account.bulkWorkers : undefined;
  return ownConcurrency ?? (reservesConcurrency ? concurrency : MIN_QUEUE_CONCURRENCY);
}

const checksInFlight = ({ settings }: StageConfig): number =>
  Number(settings['CHECKS_IN_FLIGHT'] ?? DEFAULT_CHECKS_IN_FLIGHT);

/**
 * Returns a worker's maximum concurrency: the sum over its queues, because a receive that Lambda
 * throttles counts toward `maxReceives`. The engine must also serve all checks in flight, domain
 * checks of forms, background checks and bounce reports at the same time.
 */
export function maxWorkerConcurrency(needs: WorkerNeeds, config: StageConfig): number {
  const own = needs.reads.reduce((sum, queue) => sum + queueConcurrencyOf(queue, needs, config), 0);
  if (needs !== checks.workers.engine) return own;
  return (
    own +
    checksInFlight(config) +
    forms.routes.checkForm.concurrency +
    maxWorkerConcurrency(lists.workers.verify, config) +
    maxWorkerConcurrency(bounces.workers.readBounces, config)
  );
}

/** Returns the limits of a route. Routes that run checks derive them from CHECKS_IN_FLIGHT. */
export const callLimitsOf = (
  needs: RouteNeeds,
  config: StageConfig,
): Pick<RouteNeeds, 'concurrency' | 'throttle'> =>
  needs.forChecks?.(checksInFlight(config)) ?? needs;

/** Returns the concurrency that workers, schedules, and calls with their own reservation need. */
function requiredConcurrency(config: StageConfig): { background: number; calls: number } {
  const workers = [...workerNeeds.values()].map((needs) => maxWorkerConcurrency(needs, config));
  const background = workers.reduce((a, b) => a + b, scheduleNeeds.size * SCHEDULED_CONCURRENCY);
  const calls = Object.values(routeNeeds).reduce(
    (sum, needs) => sum + (callLimitsOf(needs, config).concurrency ?? 0),
    0,
  );
  return { background, calls };
}

export function reservedConcurrencyOf(config: StageConfig): number {
  const { background, calls } = requiredConcurrency(config);
  return config.reservesConcurrency ? background + calls : 0;
}

/**
 * Returns undefined if the account has enough concurrency.
 * @param limit the account's concurrency in the region, minus the reservations of other functions
 */
export function describeConcurrencyShortage(
  config: StageConfig,
  limit: number,
): string | undefined {
  const { background, calls } = requiredConcurrency(config);
  const needed = background + calls + UNRESERVED_MINIMUM;
  if (limit >= needed) return undefined;
  return (
    `This account may run ${limit} concurrent executions in this region. The stage ${config.stage} ` +
    `needs ${needed}: ${background} for its workers, ${calls} for routes with a reservation, and ` +
    `${UNRESERVED_MINIMUM} for all other functions. Request an increase in Service Quotas: AWS Lambda, Concurrent executions.`
  );
}
