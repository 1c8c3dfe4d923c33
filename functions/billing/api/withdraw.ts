import { billingRoutes } from '../../../shared/contract/billing.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { mailQueue } from '../../mail/context.ts';
import { clock, log } from '../../platform/context.ts';
import { consents, purchases } from '../context.ts';
import { withdraw } from '../reversal/withdraw.ts';

export const handler = serveRoute(
  billingRoutes.withdraw,
  { clock, consents, log, mailQueue, purchases },
  async ({ caller, body, sourceIp: ip }, deps) => {
    await withdraw(deps, caller.user, { purchaseId: body.purchase_id, name: body.name, ip });
    return { data: {} };
  },
);
