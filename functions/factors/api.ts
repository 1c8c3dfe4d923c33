import { factorRoutes } from '../../shared/contract/factors.ts';
import { issueChallenge } from '../access/challenge.ts';
import {
  accessChanges,
  accessItems,
  accountQueue,
  accounts,
  activity,
  apiKeys,
  limits,
  sessions,
} from '../access/context.ts';
import { callerOf, originOf } from '../access/origin.ts';
import { serveRouteOf } from '../access/serve-route.ts';
import { passwords } from '../account/context.ts';
import { mailQueue } from '../mail/context.ts';
import { clock, ids, log, secrets } from '../platform/context.ts';
import { deleteFactor, enrollFactor } from './change-factors.ts';
import { finishLogin } from './complete-login.ts';
import { factors, webAuthn } from './context.ts';
import { keepFactorsByLink } from './factor-reset.ts';
import { renewProof } from './reauthenticate.ts';
import { issueFactorSetup } from './start-factor.ts';

export const startPasskeyLogin = /* @__PURE__ */ serveRouteOf(
  factorRoutes,
  'startPasskeyLogin',
  { clock, ids, secrets },
  async (_, deps) => ({ data: { challenge: await issueChallenge(deps, 'passkey', '', '') } }),
);

export const completeLogin = /* @__PURE__ */ serveRouteOf(
  factorRoutes,
  'completeLogin',
  {
    accessChanges,
    accounts,
    activity,
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
    data: await finishLogin(deps, { ...body, sourceIp, from: originOf({ header, sourceIp }) }),
  }),
);

export const reauthenticate = /* @__PURE__ */ serveRouteOf(
  factorRoutes,
  'reauthenticate',
  { accounts, clock, factors, limits, log, mailQueue, passwords, secrets, sessions, webAuthn },
  async ({ body, caller, sourceIp }, deps) => {
    await renewProof(deps, caller, { ...body, sourceIp });
    return { data: {} };
  },
);

export const startFactor = /* @__PURE__ */ serveRouteOf(
  factorRoutes,
  'startFactor',
  { clock, ids, secrets },
  async ({ caller }, deps) => ({ data: await issueFactorSetup(deps, caller) }),
);

export const addFactor = /* @__PURE__ */ serveRouteOf(
  factorRoutes,
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
    data: { recovery_codes: await enrollFactor(deps, callerOf(call), body) },
  }),
);

export const removeFactor = /* @__PURE__ */ serveRouteOf(
  factorRoutes,
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
    await deleteFactor(deps, callerOf(call), params.id);
    return { data: {} };
  },
);

export const cancelFactorReset = /* @__PURE__ */ serveRouteOf(
  factorRoutes,
  'cancelFactorReset',
  { accounts, clock, log, secrets },
  async ({ body, sourceIp }, deps) => {
    await keepFactorsByLink(deps, { token: body.t, sourceIp });
    return { data: {} };
  },
);
