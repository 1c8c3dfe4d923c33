import { describe, expect, it } from 'vitest';
import {
  queueConcurrencyOf,
  describeConcurrencyShortage,
  maxWorkerConcurrency,
  reservedConcurrencyOf,
} from './concurrency.ts';
import { createStageConfig, type StageConfig } from '../stage/config.ts';
import { account } from './account.ts';
import { billing } from './billing.ts';
import { checks } from './checks.ts';
import { lists } from './lists.ts';
import { type QueueConfig, QUEUES } from './queues.ts';
import { PRODUCTION_CONFIG } from '../../tests/infra/production.ts';

/** https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const SMALLEST_QUOTA = 10;
const prod = createStageConfig('prod', PRODUCTION_CONFIG);

it('takes the concurrency of long lists from the stage file, and adds it to the required concurrency', () => {
  const large = createStageConfig('prod', { ...PRODUCTION_CONFIG, bulkWorkers: 74 });
  const { engine } = checks.workers;
  expect(queueConcurrencyOf('engineBulk', engine, prod)).toBe(QUEUES.engineBulk.concurrency);
  expect(queueConcurrencyOf('engineBulk', engine, large)).toBe(74);
  expect(queueConcurrencyOf('engineExpress', engine, large)).toBe(QUEUES.engineExpress.concurrency);
  expect(reservedConcurrencyOf(large) - reservedConcurrencyOf(prod)).toBe(54);
});

describe('the concurrency that a stage needs', () => {
  it('covers workers, routes with a reservation, and the hundred that AWS keeps unreserved', () => {
    const needed = Number(/needs (\d+)/.exec(describeConcurrencyShortage(prod, 10) ?? '')?.[1]);
    const queues: QueueConfig[] = Object.values(QUEUES);
    const queueConcurrency = queues.reduce((sum, { concurrency = 2 }) => sum + concurrency, 0);
    const own = [
      checks.routes.checkEmail.forChecks(100),
      account.routes.login,
      lists.routes.download,
      billing.routes.stripeWebhook,
    ];
    const calls = own.reduce((sum, { concurrency }) => sum + concurrency, 0);
    expect(needed).toBeGreaterThan(100 + queueConcurrency + calls);
    expect(describeConcurrencyShortage(prod, needed)).toBeUndefined();
    expect(describeConcurrencyShortage(prod, needed - 1)).toMatch(
      /^This account may run \d+ concurrent executions in this region\. The stage prod needs \d+: /,
    );
  });

  it('grows with the single checks in flight', () => {
    const needed = (settings: Record<string, string>): number => {
      const config = createStageConfig('prod', { ...PRODUCTION_CONFIG, settings });
      return Number(/needs (\d+)/.exec(describeConcurrencyShortage(config, 10) ?? '')?.[1]);
    };
    expect(needed({ CHECKS_IN_FLIGHT: '400' })).toBe(needed({}) + 900);
  });
});

it('leaves half the smallest quota to others in a stage without reservations', () => {
  const config = (more = {}) =>
    createStageConfig('dev', { ...PRODUCTION_CONFIG, kind: 'dev', ...more });
  const tasks = (stage: StageConfig) =>
    maxWorkerConcurrency(lists.workers.verify, stage) +
    queueConcurrencyOf('engineExpress', checks.workers.engine, stage) +
    queueConcurrencyOf('engineBulk', checks.workers.engine, stage);
  expect(maxWorkerConcurrency(lists.workers.verify, config())).toBeLessThan(SMALLEST_QUOTA / 2);
  expect(tasks(config())).toBeLessThan(SMALLEST_QUOTA);
  expect(tasks(prod)).toBe(60);
  // An operator with a larger quota can raise the concurrency.
  expect(tasks(config({ bulkWorkers: 20 })) - tasks(config())).toBe(18);
});
