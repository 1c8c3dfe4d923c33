import { usageRoutes } from '../../shared/contract/usage.ts';
import { includesRole } from '../../shared/model/account.ts';
import { accounts, activity } from '../access/context.ts';
import { serveRouteOf } from '../access/serve-route.ts';
import { freeAnswers, ledger } from '../credits/context.ts';
import { lists } from '../lists/context.ts';
import { clock } from '../platform/context.ts';
import { readActivity } from './list-activity.ts';
import { listUsage } from './list-usage.ts';

export const credits = /* @__PURE__ */ serveRouteOf(
  usageRoutes,
  'credits',
  { ledger },
  async ({ caller }, deps) => {
    const { available, reserved, held, debt } = await deps.ledger.balance(caller.ownerId);
    return { data: { available, reserved, held, debt } };
  },
);

export const listActivity = /* @__PURE__ */ serveRouteOf(
  usageRoutes,
  'listActivity',
  { accounts, activity },
  async ({ caller, query }, deps) => ({
    data: await readActivity(deps, caller.account, query),
  }),
);

export const usage = /* @__PURE__ */ serveRouteOf(
  usageRoutes,
  'usage',
  { accounts, clock, freeAnswers, ledger, lists },
  async ({ caller, language, query }, deps) => {
    // As in the log of the account.
    const showsPersons = caller.via === 'session' && includesRole(caller.role, 'admin');
    return { data: await listUsage(deps, caller.ownerId, language, query, showsPersons) };
  },
);
