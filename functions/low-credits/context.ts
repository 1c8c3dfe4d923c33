import type { BillingMessage } from '../../shared/messages/billing.ts';
import { accounts } from '../access/context.ts';
import { db, env, sender } from '../platform/context.ts';
import { createLowBalanceAlerts } from './adapters/low-balance-alerts.ts';
import { createQueue } from '../platform/sqs/queue.ts';
import type { Get } from '../platform/container.ts';

export const lowBalanceAlerts = (get: Get) => createLowBalanceAlerts(get(db), get(accounts));
/** Creates the queue of the billing worker, which buys packs for a low balance. */
export const topUpQueue = (get: Get) =>
  createQueue<BillingMessage>(get(sender), get(env).BILLING_QUEUE_URL);
