import { adminRoutes } from '../../shared/contract/admin.ts';
import { AppError } from '../../shared/contract/errors.ts';
import { MAX_GIFT_CREDITS } from '../../shared/model/credits.ts';
import { accounts, sessions, limits } from '../access/context.ts';
import { registrations } from '../account/context.ts';
import { logSecurity } from '../access/security-log.ts';
import { serveRouteOf } from '../access/serve-route.ts';
import { adjustments, purchases, stripe, billingQueue } from '../billing/context.ts';
import { freeAnswers, ledger, figures } from '../credits/context.ts';
import { lists, queues } from '../lists/context.ts';
import { mailQueue } from '../mail/context.ts';
import { requestFactorReset } from '../factors/factor-reset.ts';
import { clock, env, log, secrets } from '../platform/context.ts';
import { customers } from './context.ts';
import { describeUser, ownerOf, requireCustomer } from './describe-user.ts';
import { giveCreditsToUser, takeCredits } from './give-credits.ts';
import { searchUsers } from './list-users.ts';
import { requestRefund } from './refund-purchase.ts';
import { changeUserStatus } from './update-user.ts';
import { getWeeklyFigures } from './weekly-figures.ts';

export const weeklyFigures = /* @__PURE__ */ serveRouteOf(
  adminRoutes,
  'weeklyFigures',
  { clock, figures },
  async (_, deps) => ({ data: await getWeeklyFigures(deps) }),
);

export const listUsers = /* @__PURE__ */ serveRouteOf(
  adminRoutes,
  'listUsers',
  { accounts, customers, ledger, lists, log, purchases, registrations, stripe },
  ({ query }, deps) => searchUsers(deps, query),
);

export const updateUser = /* @__PURE__ */ serveRouteOf(
  adminRoutes,
  'updateUser',
  { accounts, billingQueue, clock, lists, log, queues, sessions },
  async ({ body, caller, sourceIp }, deps) => ({
    data: await changeUserStatus(deps, { ...body, by: caller.person.id, sourceIp }),
  }),
);

export const getUser = /* @__PURE__ */ serveRouteOf(
  adminRoutes,
  'getUser',
  {
    accounts,
    adjustments,
    clock,
    env,
    freeAnswers,
    ledger,
    limits,
    lists,
    purchases,
    sessions,
  },
  async ({ language, params, query }, deps) => ({
    data: await describeUser(deps, params.id, language, query),
  }),
);

export const refundPurchase = /* @__PURE__ */ serveRouteOf(
  adminRoutes,
  'refundPurchase',
  { accounts, adjustments, clock, ledger, log, purchases, stripe },
  async ({ body, caller, sourceIp }, deps) => {
    const { id: account } = await requireCustomer(deps, body.id);
    const { request: id, payment_id: purchaseId, cents, keep_credits: keepCredits, reason } = body;
    const by = caller.person.id;
    logSecurity(deps.log, { what: 'admin_action', account, by, sourceIp });
    await requestRefund(deps, account, { id, purchaseId, cents, keepCredits, reason, by });
    return { data: {} };
  },
);

export const resetFactors = /* @__PURE__ */ serveRouteOf(
  adminRoutes,
  'resetFactors',
  { accounts, clock, log, mailQueue, secrets },
  async ({ body, caller, sourceIp }, deps) => {
    const user = await ownerOf(deps, await requireCustomer(deps, body.id));
    const request = { why: body.reason, by: caller.person.id, sourceIp };
    const resetAt = await requestFactorReset(deps, user, request);
    if (resetAt === undefined) throw new AppError('wrong_state');
    return { data: { reset_at: resetAt } };
  },
);

export const giveCredits = /* @__PURE__ */ serveRouteOf(
  adminRoutes,
  'giveCredits',
  { accounts, adjustments, clock, ledger, limits, lists, log, mailQueue, queues },
  async ({ body, caller, sourceIp }, deps) => {
    const user = await requireCustomer(deps, body.id);
    const { request: id, credits, reason, file_id: listId } = body;
    if (listId === undefined ? credits > MAX_GIFT_CREDITS : credits < 0)
      throw new AppError('validation', { fields: { credits: ['field.invalid'] } });
    const by = caller.person.id;
    logSecurity(deps.log, { what: 'admin_action', account: user.id, by, sourceIp });
    if (credits < 0) await takeCredits(deps, user, { id, credits: -credits, reason, by });
    else await giveCreditsToUser(deps, user, { id, credits, reason, by, listId });
    return { data: {} };
  },
);
