import { billingRoutes } from '../../../shared/contract/billing.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { log } from '../../platform/context.ts';
import { billingQueue, stripeEventStore, stripeSignatures } from '../context.ts';
import { receiveStripeEvent } from '../events/receive-event.ts';

export const handler = serveRoute(
  billingRoutes.stripeWebhook,
  { billingQueue, stripeEventStore, log, stripeSignatures },
  async ({ bytes, header }, deps) => {
    await receiveStripeEvent(deps, bytes(), header('stripe-signature'));
    return { data: {} };
  },
);
