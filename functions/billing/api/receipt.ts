import { billingRoutes } from '../../../shared/contract/billing.ts';
import { limits } from '../../access/context.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { redirectTo } from '../../platform/api/call.ts';
import { clock, log, secrets } from '../../platform/context.ts';
import { purchases, stripe } from '../context.ts';
import { findPaymentDocumentUrl } from '../documents/payment-document-url.ts';

export const handler = serveRoute(
  billingRoutes.receipt,
  { clock, limits, log, purchases, secrets, stripe },
  async ({ params, query }, deps) =>
    redirectTo(await findPaymentDocumentUrl(deps, params.id, query)),
);
