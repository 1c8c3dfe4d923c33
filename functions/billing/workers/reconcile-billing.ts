import { accounts } from '../../access/context.ts';
import { clock, log } from '../../platform/context.ts';
import { serveSchedule } from '../../platform/schedule/serve-schedule.ts';
import { billingQueue, inbox, purchases, stripe } from '../context.ts';
import { reconcileBilling } from '../reconcile-billing.ts';

export const handler = serveSchedule(
  'reconcileBilling',
  { accounts, billingQueue, clock, inbox, log, purchases, stripe },
  reconcileBilling,
);
