import { clock, log } from '../../platform/context.ts';
import { serveSchedule } from '../../platform/schedule/serve-schedule.ts';
import { billingQueue, inbox, stripe } from '../context.ts';
import { reconcileBilling } from '../reconciliation/reconcile-billing.ts';

export const handler = serveSchedule(
  'reconcileBilling',
  { billingQueue, clock, inbox, log, stripe },
  reconcileBilling,
);
