import { accounts, apiKeys } from '../../account/context.ts';
import { ledger } from '../../credits/context.ts';
import { mailQueue } from '../../mail/context.ts';
import { clock, log } from '../../platform/context.ts';
import { serveSchedule } from '../../platform/schedule/serve-schedule.ts';
import { billingQueue, inbox, purchases, stripe } from '../context.ts';
import { reconcileBilling } from '../reconcile-billing.ts';

const needs = {
  accounts,
  apiKeys,
  billingQueue,
  clock,
  inbox,
  ledger,
  log,
  mailQueue,
  purchases,
  stripe,
};

export const handler = serveSchedule('reconcile_billing', needs, reconcileBilling);
