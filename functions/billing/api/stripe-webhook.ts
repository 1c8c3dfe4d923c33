import { billingRoutes } from '../../../shared/contract/billing.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { log } from '../../platform/context.ts';
import { billingQueue, inbox, stripeSignatures } from '../context.ts';
import { receiveEvent } from '../receive-event.ts';

const needs = { billingQueue, inbox, log, stripeSignatures };

export const handler = serveRoute(
  billingRoutes.stripeWebhook,
  needs,
  async ({ bytes, header }, parts) => {
    await receiveEvent(parts, bytes(), header('stripe-signature'));
    return { data: {} };
  },
);
