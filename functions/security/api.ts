import { securityRoutes } from '../../shared/contract/security.ts';
import {
  accessChanges,
  accessItems,
  accountQueue,
  accounts,
  apiKeys,
  keyUse,
  memberships,
  namedKeys,
  sessions,
} from '../access/context.ts';
import { callerOf } from '../access/origin.ts';
import { serveRouteOf } from '../access/serve-route.ts';
import { connections } from '../connections/context.ts';
import { factors } from '../factors/context.ts';
import { forms } from '../forms/context.ts';
import { mailQueue } from '../mail/context.ts';
import { clock, ids, log } from '../platform/context.ts';
import { endpoints } from '../webhooks/context.ts';
import { describeSecurity } from './describe-security.ts';
import { endAccessItems } from './end-access.ts';

export const getSecurity = /* @__PURE__ */ serveRouteOf(
  securityRoutes,
  'getSecurity',
  { accessItems, accounts, clock, factors, keyUse },
  async ({ caller }, deps) => ({ data: await describeSecurity(deps, caller) }),
);

export const endAccess = /* @__PURE__ */ serveRouteOf(
  securityRoutes,
  'endAccess',
  {
    accessChanges,
    accessItems,
    accountQueue,
    accounts,
    apiKeys,
    clock,
    connections,
    endpoints,
    factors,
    forms,
    ids,
    log,
    mailQueue,
    memberships,
    namedKeys,
    sessions,
  },
  async ({ body, ...call }, deps) => {
    await endAccessItems(deps, callerOf(call), body);
    return { data: {} };
  },
);
