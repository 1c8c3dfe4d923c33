import { billingRoutes } from '../../../shared/contract/billing.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { redirectTo } from '../../platform/api/call.ts';
import { clock, log, secrets } from '../../platform/context.ts';
import { purchases, stripe } from '../context.ts';
import { openReceipt } from '../open-receipt.ts';

const needs = { clock, log, purchases, secrets, stripe };

export const handler = serveRoute(billingRoutes.receipt, needs, async ({ params, query }, parts) =>
  redirectTo(await openReceipt(parts, params.id, query.t)),
);
