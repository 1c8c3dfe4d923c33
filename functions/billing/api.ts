import { billingRoutes } from '../../shared/contract/billing.ts';
import { lowCreditsRoutes } from '../../shared/contract/low-credits.ts';
import { accounts, activity, limits } from '../access/context.ts';
import { serveRouteOf } from '../access/serve-route.ts';
import { ledger } from '../credits/context.ts';
import { lowBalanceAlerts } from '../low-credits/context.ts';
import { redirectTo } from '../platform/api/call.ts';
import { log, clock, env, secrets, ids } from '../platform/context.ts';
import { resolveCheckoutLink, openCheckout } from './checkout/checkout-url.ts';
import { listPlans } from './checkout/list-plans.ts';
import {
  stripe,
  purchases,
  checkoutIntents,
  billingQueue,
  stripeEventStore,
  stripeSignatures,
} from './context.ts';
import { readBillingDetails, changeBillingDetails } from './customer/billing-details.ts';
import { listBillings } from './documents/list-billings.ts';
import { findPaymentDocumentUrl } from './documents/payment-document-url.ts';
import { receiveStripeEvent } from './events/stripe-event.ts';
import { describeRenewal } from './subscription/describe-renewal.ts';
import { createPortalUrl } from './subscription/portal-url.ts';
import { getLowCreditSettings, saveLowCreditSettings } from './top-up/low-credits.ts';

export const getPlan = /* @__PURE__ */ serveRouteOf(
  billingRoutes,
  'getPlan',
  { clock, env, secrets },
  async ({ caller: { account, person } }, deps) => ({
    data: await listPlans(deps, account.id, person.id),
  }),
);

export const billings = /* @__PURE__ */ serveRouteOf(
  billingRoutes,
  'billings',
  { clock, env, purchases, secrets },
  async ({ caller: { account, person }, query }, deps) => ({
    data: await listBillings(deps, account.id, person.id, query),
  }),
);

export const subscription = /* @__PURE__ */ serveRouteOf(
  billingRoutes,
  'subscription',
  { log, stripe },
  async ({ caller, query }, deps) => ({
    data: await createPortalUrl(deps, caller.account, query.flow),
  }),
);

export const renewal = /* @__PURE__ */ serveRouteOf(
  billingRoutes,
  'renewal',
  { log, stripe },
  async ({ caller }, deps) => ({ data: await describeRenewal(deps, caller.account) }),
);

export const billingDetails = /* @__PURE__ */ serveRouteOf(
  billingRoutes,
  'billingDetails',
  { log, stripe },
  async ({ caller }, deps) => ({ data: await readBillingDetails(deps, caller.account) }),
);

export const saveBillingDetails = /* @__PURE__ */ serveRouteOf(
  billingRoutes,
  'saveBillingDetails',
  { accounts, activity, env, log, purchases, stripe },
  async ({ caller, body }, deps) => {
    await changeBillingDetails(deps, caller.account, body);
    return { data: {} };
  },
);

export const createCheckout = /* @__PURE__ */ serveRouteOf(
  billingRoutes,
  'createCheckout',
  { accounts, checkoutIntents, clock, env, ids, log, purchases, stripe },
  async ({ caller: { account: user, person }, body }, deps) => ({
    data: await openCheckout(deps, { user, personId: person.id }, body.items, body.list_id),
  }),
);

export const checkout = /* @__PURE__ */ serveRouteOf(
  billingRoutes,
  'checkout',
  { accounts, checkoutIntents, clock, env, ids, limits, log, purchases, secrets, stripe },
  async ({ query }, deps) => redirectTo(await resolveCheckoutLink(deps, query.plan, query.t)),
);

export const receipt = /* @__PURE__ */ serveRouteOf(
  billingRoutes,
  'receipt',
  { accounts, clock, limits, log, purchases, secrets, stripe },
  async ({ params, query }, deps) =>
    redirectTo(await findPaymentDocumentUrl(deps, params.id, query)),
);

export const stripeWebhook = /* @__PURE__ */ serveRouteOf(
  billingRoutes,
  'stripeWebhook',
  { billingQueue, stripeEventStore, log, stripeSignatures },
  async ({ bytes, header }, deps) => {
    await receiveStripeEvent(deps, bytes(), header('stripe-signature'));
    return { data: {} };
  },
);

export const lowCredits = /* @__PURE__ */ serveRouteOf(
  lowCreditsRoutes,
  'lowCredits',
  { accounts, clock, log, purchases, stripe, lowBalanceAlerts },
  async ({ caller }, deps) => ({ data: await getLowCreditSettings(deps, caller.account) }),
);

export const saveLowCredits = /* @__PURE__ */ serveRouteOf(
  lowCreditsRoutes,
  'saveLowCredits',
  {
    accounts,
    activity,
    billingQueue,
    clock,
    ledger,
    log,
    purchases,
    stripe,
    lowBalanceAlerts,
  },
  async ({ caller, body }, deps) => ({
    data: await saveLowCreditSettings(deps, caller.account, body),
  }),
);
