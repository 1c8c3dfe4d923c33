import { activity } from '../access/context.ts';
import { freeAnswers, ledger } from '../credits/context.ts';
import { outbox } from '../events/context.ts';
import { contendedDb, db, env, secrets, sender } from '../platform/context.ts';
import { createAnswerKeys } from './adapters/answer-keys.ts';
import { createBouncedAddresses } from './adapters/bounced-addresses.ts';
import { createLists } from './adapters/lists.ts';
import { createPipelineQueues } from './adapters/queues.ts';
import { createTasks } from './adapters/tasks.ts';
import type { Get } from '../platform/container.ts';

export const lists = (get: Get) =>
  createLists(get(db), get(ledger), get(outbox), get(freeAnswers), get(activity));
export const bouncedAddresses = (get: Get) => createBouncedAddresses(get(db), get(secrets));
export const tasks = (get: Get) => createTasks(get(contendedDb));
export const answerKeys = (get: Get) => createAnswerKeys(get(secrets));
export const queues = (get: Get) => createPipelineQueues(get(sender), get(env));
