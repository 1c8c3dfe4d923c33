import { expect, it } from 'vitest';
import { queueUrlVariable } from '../../infra/constructs/stack-context.ts';
import { queueNames } from '../../infra/features/queues.ts';
import { testEnv } from '../support/test-env.ts';
import { isConsumedQueue } from './queues.ts';

it('runs a worker for every queue of the product', () => {
  const settings = new Map(Object.entries(testEnv()));
  const unread = queueNames.filter((name) => {
    const url = String(settings.get(queueUrlVariable(name)));
    return !isConsumedQueue(url.slice(url.lastIndexOf('/') + 1));
  });
  expect(unread).toEqual([]);
});
