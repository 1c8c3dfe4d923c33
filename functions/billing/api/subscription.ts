import { billingRoutes } from '../../../shared/contract/billing.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { log } from '../../platform/context.ts';
import { stripe } from '../context.ts';
import { createPortalUrl } from '../subscription/portal-url.ts';

export const handler = serveRoute(
  billingRoutes.subscription,
  { log, stripe },
  async ({ caller, query }, deps) => ({
    data: await createPortalUrl(deps, caller.user, query.flow),
  }),
);
