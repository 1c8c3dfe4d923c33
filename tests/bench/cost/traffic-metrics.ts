import { OTHER_PROVIDERS, MONITORED_PROVIDERS } from '../../../shared/model/watched-providers.ts';

/** Our metrics that appear with traffic, each charged for the hours that have values. */

/** Numbers in each worker's log lines, other than the common ones. */
export const NUMBERS_OF: Readonly<Record<string, readonly string[]>> = {
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
  abandon: ['abandoned', 'valid', 'invalid', 'risky', 'unknown', 'charged', 'attempt'],
  finalize: ['processed', 'charged', 'ageMs'],
  account: [],
  privacy: ['bytes'],
  billing: [],
  mail: ['sent', 'rejected', 'deliveryUnknown', 'duplicate'],
  mailFeedback: ['recipients'],
  webhooks: ['events', 'endpoints', 'delivered'],
};
export const OF_ALL = ['ms', 'receiveCount', 'failed', 'postponed'];
/** `answered`, `unknown`, `blocked`: functions/checks/adapters/counted-engine.ts. */
const OF_ANSWERS = 3;

/** Maximum number of metrics of a stage with this many egress addresses. */
export function trafficMetrics(egresses: number): number {
  const groups = MONITORED_PROVIDERS.length + [OTHER_PROVIDERS].length + egresses;
  const ofWorkers = Object.values(NUMBERS_OF).map(({ length }) => length + OF_ALL.length);
  return ofWorkers.reduce((a, b) => a + b, OF_ANSWERS * groups);
}
