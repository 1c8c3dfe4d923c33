import { billingRoutes } from '../../../shared/contract/billing.ts';
import { accounts, limits } from '../../access/context.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { redirectTo } from '../../platform/api/call.ts';
import { clock, env, ids, log, secrets } from '../../platform/context.ts';
import { checkoutIntents, purchases, stripe } from '../context.ts';
import { resolveCheckoutLink } from '../checkout/checkout-url.ts';

export const handler = serveRoute(
  billingRoutes.checkout,
  { accounts, checkoutIntents, clock, env, ids, limits, log, purchases, secrets, stripe },
  async ({ query }, deps) => redirectTo(await resolveCheckoutLink(deps, query.plan, query.t)),
);
