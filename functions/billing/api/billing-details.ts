import { billingRoutes } from '../../../shared/contract/billing.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { log } from '../../platform/context.ts';
import { readBillingDetails } from '../customer/billing-details.ts';
import { stripe } from '../context.ts';

export const handler = serveRoute(
  billingRoutes.billingDetails,
  { log, stripe },
  async ({ caller }, deps) => ({ data: await readBillingDetails(deps, caller.user) }),
);
