import { secondFactorRoutes } from '../../shared/contract/second-factor.ts';
import type { SessionCaller } from '../access/authenticate.ts';
import { issueChallenge } from '../access/challenge.ts';
import {
  accessChanges,
  accessItems,
  accountQueue,
  accounts,
  apiKeys,
  keyUse,
  limits,
  memberships,
  namedKeys,
  sessions,
} from '../access/context.ts';
import { type CallOf, originOf } from '../access/origin.ts';
import { serveRouteOf } from '../access/serve-route.ts';
import { passwords } from '../account/context.ts';
import { forms } from '../forms/context.ts';
import { mailQueue } from '../mail/context.ts';
import { clock, ids, log, secrets } from '../platform/context.ts';
import { endpoints } from '../webhooks/context.ts';
import { addFactor as runAddFactor, removeFactor as runRemoveFactor } from './change-factors.ts';
import { completeLogin as runCompleteLogin } from './complete-login.ts';
import { factors, webAuthn } from './context.ts';
import { describeSecurity } from './describe-security.ts';
import { endAccess as runEndAccess } from './end-access.ts';
import { cancelFactorReset as runCancelFactorReset } from './factor-reset.ts';
import { reauthenticate as runReauthenticate } from './reauthenticate.ts';
import { startFactor as runStartFactor } from './start-factor.ts';

const callerOf = (call: CallOf<SessionCaller>) => ({
  ...call.caller,
  sourceIp: call.sourceIp,
  by: originOf(call),
});

export const addFactor = /* @__PURE__ */ serveRouteOf(
  secondFactorRoutes,
  'addFactor',
  {
    accessChanges,
    accessItems,
    accountQueue,
    accounts,
    clock,
    factors,
    ids,
    log,
    mailQueue,
    secrets,
    sessions,
    webAuthn,
  },
  async ({ body, ...call }, deps) => ({
    data: { recovery_codes: await runAddFactor(deps, callerOf(call), body) },
  }),
);

export const cancelFactorReset = /* @__PURE__ */ serveRouteOf(
  secondFactorRoutes,
  'cancelFactorReset',
  { accounts, clock, log, secrets },
  async ({ body, sourceIp }, deps) => {
    await runCancelFactorReset(deps, { token: body.t, sourceIp });
    return { data: {} };
  },
);

export const completeLogin = /* @__PURE__ */ serveRouteOf(
  secondFactorRoutes,
  'completeLogin',
  {
    accessChanges,
    accounts,
    apiKeys,
    clock,
    factors,
    ids,
    limits,
    log,
    mailQueue,
    secrets,
    sessions,
    webAuthn,
  },
  async ({ body, header, sourceIp }, deps) => ({
    data: await runCompleteLogin(deps, { ...body, sourceIp, from: originOf({ header, sourceIp }) }),
  }),
);

export const endAccess = /* @__PURE__ */ serveRouteOf(
  secondFactorRoutes,
  'endAccess',
  {
    accessChanges,
    accessItems,
    accountQueue,
    accounts,
    apiKeys,
    clock,
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
    await runEndAccess(deps, callerOf(call), body);
    return { data: {} };
  },
);

export const getSecurity = /* @__PURE__ */ serveRouteOf(
  secondFactorRoutes,
  'getSecurity',
  { accessItems, clock, factors, keyUse },
  async ({ caller }, deps) => ({ data: await describeSecurity(deps, caller) }),
);

export const reauthenticate = /* @__PURE__ */ serveRouteOf(
  secondFactorRoutes,
  'reauthenticate',
  { accounts, clock, factors, limits, log, mailQueue, passwords, secrets, sessions, webAuthn },
  async ({ body, caller, sourceIp }, deps) => {
    await runReauthenticate(deps, caller, { ...body, sourceIp });
    return { data: {} };
  },
);

export const removeFactor = /* @__PURE__ */ serveRouteOf(
  secondFactorRoutes,
  'removeFactor',
  {
    accessChanges,
    accessItems,
    accountQueue,
    accounts,
    clock,
    factors,
    ids,
    log,
    mailQueue,
    sessions,
  },
  async ({ params, ...call }, deps) => {
    await runRemoveFactor(deps, callerOf(call), params.id);
    return { data: {} };
  },
);

export const startFactor = /* @__PURE__ */ serveRouteOf(
  secondFactorRoutes,
  'startFactor',
  { clock, ids, secrets },
  async ({ caller }, deps) => ({ data: await runStartFactor(deps, caller) }),
);

export const startPasskeyLogin = /* @__PURE__ */ serveRouteOf(
  secondFactorRoutes,
  'startPasskeyLogin',
  { clock, ids, secrets },
  async (_, deps) => ({ data: { challenge: await issueChallenge(deps, 'passkey', '', '') } }),
);
