import { billingRoutes } from '../../../shared/contract/billing.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { log } from '../../platform/context.ts';
import { stripe } from '../context.ts';
import { openPortal } from '../open-portal.ts';

const needs = { log, stripe };

export const handler = serveRoute(
  billingRoutes.subscription,
  needs,
  async ({ caller, query }, parts) => ({ data: await openPortal(parts, caller.user, query.flow) }),
);
