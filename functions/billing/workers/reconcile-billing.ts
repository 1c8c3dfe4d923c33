import { clock, log } from '../../platform/context.ts';
import { serveSchedule } from '../../platform/schedule/serve-schedule.ts';
import { billingQueue, processedEvents, stripe } from '../context.ts';
import { reconcileBilling } from '../reconciliation/reconcile-billing.ts';

export const handler = serveSchedule(
  'reconcileBilling',
  { billingQueue, clock, processedEvents, log, stripe },
  reconcileBilling,
);
