import { accounts } from '../access/context.ts';
import { db, env, sender } from '../platform/context.ts';
import { createTopUpQueue } from './adapters/top-up-queue.ts';
import { createCreditAlerts } from './adapters/credit-alerts.ts';
import type { Get } from '../platform/container.ts';

export const creditAlerts = (get: Get) => createCreditAlerts(get(db), get(accounts));
export const topUpQueue = (get: Get) => createTopUpQueue(get(sender), get(env).BILLING_QUEUE_URL);
