import { billingMessage } from '../../shared/messages/billing.ts';
import { accounts, activity, apiKeys } from '../access/context.ts';
import { ledger } from '../credits/context.ts';
import { outbox } from '../events/context.ts';
import { lowBalanceAlerts } from '../low-credits/context.ts';
import { mailQueue } from '../mail/context.ts';
import { clock, env, ids, log, secrets } from '../platform/context.ts';
import { serveQueue } from '../platform/queue/serve-queue.ts';
import { serveSchedule } from '../platform/schedule/serve-schedule.ts';
import { adjustments, billingQueue, stripeEventStore, purchases, stripe } from './context.ts';
import { updateCustomerEmail } from './customer/customer.ts';
import { applyStripeEvent } from './events/stripe-event.ts';
import { reportBillingDifferences } from './reconciliation/compare-billing.ts';
import { queueMissedEvents } from './reconciliation/reconcile-billing.ts';
import { applyAccountStatus } from './subscription/apply-subscription.ts';
import { topUpCredits } from './top-up/top-up.ts';

export const billing = /* @__PURE__ */ serveQueue(
  'billing',
  billingMessage,
  {
    accounts,
    activity,
    adjustments,
    apiKeys,
    billingQueue,
    clock,
    env,
    ids,
    stripeEventStore,
    ledger,
    log,
    mailQueue,
    outbox,
    purchases,
    secrets,
    stripe,
    lowBalanceAlerts,
  },
  (message, deps) => {
    switch (message.kind) {
      case 'renewal':
        return applyAccountStatus(deps, message.userId);
      case 'top_up':
        return topUpCredits(deps, message.userId);
      case 'customer':
        return updateCustomerEmail(deps, message.userId);
      case 'stripe_event':
        return applyStripeEvent(deps, message.eventId);
    }
  },
);

export const compareBilling = /* @__PURE__ */ serveSchedule(
  'compareBilling',
  { accounts, clock, ledger, log, purchases, stripe },
  reportBillingDifferences,
);

export const reconcileBilling = /* @__PURE__ */ serveSchedule(
  'reconcileBilling',
  { billingQueue, clock, stripeEventStore, log, stripe },
  queueMissedEvents,
);
