import { clock, log } from '../../platform/context.ts';
import { serveSchedule } from '../../platform/schedule/serve-schedule.ts';
import { billingQueue, stripeEventStore, stripe } from '../context.ts';
import { reconcileBilling } from '../reconciliation/reconcile-billing.ts';

export const handler = serveSchedule(
  'reconcileBilling',
  { billingQueue, clock, stripeEventStore, log, stripe },
  reconcileBilling,
);
