import { secondFactorRoutes } from '../../shared/contract/second-factor.ts';
import { issueChallenge } from '../access/challenge.ts';
import { accounts, sessions, apiKeys, limits } from '../access/context.ts';
import { serveRouteOf } from '../access/serve-route.ts';
import { accountQueue, passwords } from '../account/context.ts';
import { mailQueue } from '../mail/context.ts';
import { clock, ids, log, secrets } from '../platform/context.ts';
import { addFactor as runAddFactor, removeFactor as runRemoveFactor } from './change-factors.ts';
import { completeLogin as runCompleteLogin } from './complete-login.ts';
import { factors, webAuthn } from './context.ts';
import { describeSecurity } from './describe-security.ts';
import { cancelFactorReset as runCancelFactorReset } from './factor-reset.ts';
import { reauthenticate as runReauthenticate } from './reauthenticate.ts';
import { startFactor as runStartFactor } from './start-factor.ts';

export const addFactor = /* @__PURE__ */ serveRouteOf(
  secondFactorRoutes,
  'addFactor',
  { accountQueue, accounts, clock, factors, ids, log, mailQueue, secrets, sessions, webAuthn },
  async ({ body, caller, sourceIp }, deps) => ({
    data: { recovery_codes: await runAddFactor(deps, { ...caller, sourceIp }, body) },
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
  { accounts, apiKeys, clock, factors, ids, limits, log, mailQueue, secrets, sessions, webAuthn },
  async ({ body, sourceIp }, deps) => ({
    data: await runCompleteLogin(deps, { ...body, sourceIp }),
  }),
);

export const getSecurity = /* @__PURE__ */ serveRouteOf(
  secondFactorRoutes,
  'getSecurity',
  { clock, factors },
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
  { accountQueue, accounts, clock, factors, ids, log, mailQueue, sessions },
  async ({ caller, params, sourceIp }, deps) => {
    await runRemoveFactor(deps, { ...caller, sourceIp }, params.id);
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
