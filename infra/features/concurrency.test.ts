import { describe, expect, it } from 'vitest';
import { concurrencyOf, concurrencyProblem, reservedConcurrencyOf } from './concurrency.ts';
import { configOf } from '../stage/config.ts';
import { account } from './account.ts';
import { billing } from './billing.ts';
import { checks } from './checks.ts';
import { workerNeeds } from './index.ts';
import { lists } from './lists.ts';
import { type QueueNumbers, QUEUES } from './queues.ts';
import { PRODUCTION } from '../../tests/infra/production.ts';

const prod = configOf('prod', PRODUCTION);

it('the workers of long lists are a value of the stage, of which AWS is asked for as many more', () => {
  const large = configOf('prod', { ...PRODUCTION, bulkWorkers: 74 });
  const verify = workerNeeds.get('verify');
  if (!verify) throw new Error('nothing verifies');
  expect(concurrencyOf('verifyBulk', verify, prod)).toBe(QUEUES.verifyBulk.concurrency);
  expect(concurrencyOf('verifyBulk', verify, large)).toBe(74);
  expect(concurrencyOf('verifyExpress', verify, large)).toBe(QUEUES.verifyExpress.concurrency);
  expect(reservedConcurrencyOf(large) - reservedConcurrencyOf(prod)).toBe(54);
});

describe('the functions an account may run at once', () => {
  it('are enough when workers have theirs and AWS keeps a hundred', () => {
    const needed = Number(/needs (\d+)/.exec(concurrencyProblem(prod, 10) ?? '')?.[1]);
    const queues: QueueNumbers[] = Object.values(QUEUES);
    const queueConcurrency = queues.reduce((sum, { concurrency = 2 }) => sum + concurrency, 0);
    const own = [
      checks.routes.checkEmail,
      account.routes.login,
      lists.routes.download,
      billing.routes.stripeWebhook,
    ];
    const calls = own.reduce((sum, { concurrency }) => sum + concurrency, 0);
    expect(needed).toBeGreaterThan(100 + queueConcurrency + calls);
    expect(concurrencyProblem(prod, needed)).toBeUndefined();
    expect(concurrencyProblem(prod, needed - 1)).toMatch(
      /^This account may run \d+ functions at once in this region\. The stage prod needs \d+: /,
    );
  });
});
