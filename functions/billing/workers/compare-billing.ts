import { accounts } from '../../access/context.ts';
import { ledger } from '../../credits/context.ts';
import { clock, log } from '../../platform/context.ts';
import { serveSchedule } from '../../platform/schedule/serve-schedule.ts';
import { reportBillingDifferences } from '../reconciliation/compare-billing.ts';
import { purchases, stripe } from '../context.ts';

export const handler = serveSchedule(
  'compareBilling',
  { accounts, clock, ledger, log, purchases, stripe },
  reportBillingDifferences,
);
