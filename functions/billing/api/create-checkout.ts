import { billingRoutes } from '../../../shared/contract/billing.ts';
import { accounts } from '../../access/context.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { clock, env, ids, log } from '../../platform/context.ts';
import { openCheckout } from '../checkout/checkout-url.ts';
import { checkoutIntents, purchases, stripe } from '../context.ts';

export const handler = serveRoute(
  billingRoutes.createCheckout,
  { accounts, checkoutIntents, clock, env, ids, log, purchases, stripe },
  async ({ caller, body }, deps) => ({
    data: await openCheckout(deps, caller.user, body.items, body.list_id),
  }),
);
