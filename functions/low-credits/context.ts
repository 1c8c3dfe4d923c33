import { accounts } from '../access/context.ts';
import { db, env, sender } from '../platform/context.ts';
import { createTopUpQueue } from './adapters/top-up-queue.ts';
import { createWatches } from './adapters/watches.ts';
import type { Get } from '../platform/container.ts';

export const watches = (get: Get) => createWatches(get(db), get(accounts));
export const topUpQueue = (get: Get) => createTopUpQueue(get(sender), get(env).BILLING_QUEUE_URL);
