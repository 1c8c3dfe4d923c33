import {
  OTHER_PROVIDER_ID,
  MONITORED_PROVIDERS,
} from '../../../shared/model/monitored-providers.ts';

/**
 * Metrics that are published only under traffic, each charged for the hours in which it has values.
 */

/** Metrics in the log lines of each worker, in addition to `COMMON_METRICS`. */
export const METRICS_BY_WORKER: Readonly<Record<string, readonly string[]>> = {
  ingest: ['total', 'duplicates', 'badSyntax', 'tasks', 'resumed'],
  verify: [
    'answered',
    'valid',
    'invalid',
    'risky',
    'unknown',
    'retry',
    'deferred',
    'connections',
    'charged',
    'attempt',
  ],
  engine: [],
  abandon: ['abandoned', 'valid', 'invalid', 'risky', 'unknown', 'charged', 'attempt'],
  finalize: ['processed', 'charged', 'ageMs'],
  account: [],
  privacy: ['bytes'],
  billing: [],
  runConnections: ['rows'],
  readBounces: ['rows', 'asked', 'refunded', 'attempt'],
  mail: ['sent', 'rejected', 'deliveryUnknown', 'duplicate'],
  mailFeedback: ['recipients'],
  webhooks: ['events', 'endpoints', 'delivered'],
};
export const COMMON_METRICS = ['ms', 'receiveCount', 'failed', 'postponed'];
/** Metrics per group: `answered`, `unknown` and `blocked` (functions/checks/adapters/engine.ts). */
const METRICS_PER_GROUP = 3;

export function countTrafficMetrics(egresses: number): number {
  const groups = MONITORED_PROVIDERS.length + [OTHER_PROVIDER_ID].length + egresses;
  const workerMetricCounts = Object.values(METRICS_BY_WORKER).map(
    ({ length }) => length + COMMON_METRICS.length,
  );
  return workerMetricCounts.reduce((a, b) => a + b, METRICS_PER_GROUP * groups);
}
