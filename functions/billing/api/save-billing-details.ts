import { billingRoutes } from '../../../shared/contract/billing.ts';
import { accounts } from '../../access/context.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { env, log } from '../../platform/context.ts';
import { saveBillingDetails } from '../customer/billing-details.ts';
import { purchases, stripe } from '../context.ts';

export const handler = serveRoute(
  billingRoutes.saveBillingDetails,
  { accounts, env, log, purchases, stripe },
  async ({ caller, body }, deps) => {
    await saveBillingDetails(deps, caller.user, body);
    return { data: {} };
  },
);
