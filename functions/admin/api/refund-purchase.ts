import { adminRoutes } from '../../../shared/contract/admin.ts';
import { accounts } from '../../access/context.ts';
import { logSecurity } from '../../access/security-log.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { adjustments, purchases, stripe } from '../../billing/context.ts';
import { ledger } from '../../credits/context.ts';
import { clock, log } from '../../platform/context.ts';
import { requireCustomer } from '../describe-user.ts';
import { refundPurchase } from '../refund-purchase.ts';

export const handler = serveRoute(
  adminRoutes.refundPurchase,
  { accounts, adjustments, clock, ledger, log, purchases, stripe },
  async ({ body, caller, sourceIp }, deps) => {
    const { id: account } = await requireCustomer(deps, body.id);
    const { request: id, payment_id: purchaseId, cents, keep_credits: keepCredits, reason } = body;
    const by = caller.user.id;
    logSecurity(deps.log, { what: 'admin_action', account, by, sourceIp });
    await refundPurchase(deps, account, { id, purchaseId, cents, keepCredits, reason, by });
    return { data: {} };
  },
);
