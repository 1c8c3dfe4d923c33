import { adminRoutes } from '../../../shared/contract/admin.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { MAX_GIFT_CREDITS } from '../../../shared/model/credits.ts';
import { accounts, limits } from '../../access/context.ts';
import { logSecurity } from '../../access/security-log.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { adjustments } from '../../billing/context.ts';
import { ledger } from '../../credits/context.ts';
import { lists, queues } from '../../lists/context.ts';
import { mailQueue } from '../../mail/context.ts';
import { clock, log } from '../../platform/context.ts';
import { requireCustomer } from '../describe-user.ts';
import { giveCredits, takeCredits } from '../give-credits.ts';

export const handler = serveRoute(
  adminRoutes.giveCredits,
  { accounts, adjustments, clock, ledger, limits, lists, log, mailQueue, queues },
  async ({ body, caller, sourceIp }, deps) => {
    const user = await requireCustomer(deps, body.id);
    const { request: id, credits, reason, file_id: listId } = body;
    if (listId === undefined ? credits > MAX_GIFT_CREDITS : credits < 0)
      throw new AppError('validation', { fields: { credits: ['field.invalid'] } });
    const by = caller.user.id;
    logSecurity(deps.log, { what: 'admin_action', account: user.id, by, sourceIp });
    if (credits < 0) await takeCredits(deps, user, { id, credits: -credits, reason, by });
    else await giveCredits(deps, user, { id, credits, reason, by, listId });
    return { data: {} };
  },
);
