import { billingRoutes } from '../../../shared/contract/billing.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { log } from '../../platform/context.ts';
import { stripe } from '../context.ts';
import { describeRenewal } from '../subscription/describe-renewal.ts';

export const handler = serveRoute(
  billingRoutes.renewal,
  { log, stripe },
  async ({ caller }, deps) => ({ data: await describeRenewal(deps, caller.user) }),
);
