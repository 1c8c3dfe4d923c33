import { AppError } from '../../shared/contract/errors.ts';
import { memberRoutes } from '../../shared/contract/members.ts';
import { secondFactorRoutes } from '../../shared/contract/second-factor.ts';
import type { SessionCaller } from '../access/authenticate.ts';
import { issueChallenge } from '../access/challenge.ts';
import {
  accessChanges,
  accessItems,
  accountQueue,
  accounts,
  activity,
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
import { describeMe } from '../account/describe-me.ts';
import { billingQueue } from '../billing/context.ts';
import { ledger } from '../credits/context.ts';
import { connections } from '../connections/context.ts';
import { forms } from '../forms/context.ts';
import { mailQueue } from '../mail/context.ts';
import {
  acceptInvitation as runAcceptInvitation,
  declineInvitation as runDeclineInvitation,
  joinAccount as runJoinAccount,
  readInvitation as runReadInvitation,
} from '../members/answer-invitation.ts';
import {
  changeMember as runChangeMember,
  editAccount as runEditAccount,
  removeMember as runRemoveMember,
} from '../members/change-member.ts';
import { domainRecords, invitations, ssoSettings } from '../members/context.ts';
import { describeMembers } from '../members/describe-members.ts';
import { inviteMember as runInviteMember } from '../members/invite-member.ts';
import { clock, env, ids, log, secrets } from '../platform/context.ts';
import { endpoints } from '../webhooks/context.ts';
import { addFactor as runAddFactor, removeFactor as runRemoveFactor } from './change-factors.ts';
import { completeLogin as runCompleteLogin } from './complete-login.ts';
import { factors, identityProvider, webAuthn } from './context.ts';
import { describeSecurity } from './describe-security.ts';
import { endAccess as runEndAccess } from './end-access.ts';
import { cancelFactorReset as runCancelFactorReset } from './factor-reset.ts';
import { reauthenticate as runReauthenticate } from './reauthenticate.ts';
import { saveSso as runSaveSso } from './save-sso.ts';
import {
  completeSso as runCompleteSso,
  linkSso as runLinkSso,
  startSso as runStartSso,
} from './single-sign-on.ts';
import { startFactor as runStartFactor } from './start-factor.ts';
import { answerTransfer as runAnswerTransfer } from './transfer-account.ts';

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

export const listMembers = /* @__PURE__ */ serveRouteOf(
  memberRoutes,
  'listMembers',
  { accounts, clock, env, invitations, ssoSettings },
  async ({ caller }, deps) => ({ data: await describeMembers(deps, caller.account.id) }),
);

export const inviteMember = /* @__PURE__ */ serveRouteOf(
  memberRoutes,
  'inviteMember',
  {
    accounts,
    activity,
    clock,
    env,
    ids,
    invitations,
    limits,
    mailQueue,
    secrets,
    ssoSettings,
  },
  async ({ caller, body }, deps) => {
    await runInviteMember(deps, caller, body);
    return { data: await describeMembers(deps, caller.account.id) };
  },
);

export const withdrawInvitation = /* @__PURE__ */ serveRouteOf(
  memberRoutes,
  'withdrawInvitation',
  { accounts, clock, env, invitations, ssoSettings },
  async ({ caller, params }, deps) => {
    const { id } = caller.account;
    if (!(await deps.invitations.delete(id, params.id))) throw new AppError('not_found');
    return { data: await describeMembers(deps, id) };
  },
);

export const changeMember = /* @__PURE__ */ serveRouteOf(
  memberRoutes,
  'changeMember',
  {
    accessChanges,
    accounts,
    clock,
    env,
    invitations,
    mailQueue,
    memberships,
    ssoSettings,
  },
  async ({ params, body, ...call }, deps) => {
    await runChangeMember(deps, callerOf(call), params.id, body.role);
    return { data: await describeMembers(deps, call.caller.account.id) };
  },
);

export const removeMember = /* @__PURE__ */ serveRouteOf(
  memberRoutes,
  'removeMember',
  { accessChanges, memberships },
  async ({ params, ...call }, deps) => {
    await runRemoveMember(deps, callerOf(call), params.id);
    return { data: {} };
  },
);

export const answerTransfer = /* @__PURE__ */ serveRouteOf(
  memberRoutes,
  'answerTransfer',
  {
    accessChanges,
    accountQueue,
    accounts,
    billingQueue,
    clock,
    env,
    factors,
    ids,
    invitations,
    mailQueue,
    memberships,
    secrets,
    sessions,
    ssoSettings,
  },
  async ({ body, ...call }, deps) => {
    await runAnswerTransfer(deps, { ...callerOf(call), ...body });
    return { data: await describeMembers(deps, call.caller.account.id) };
  },
);

export const editAccount = /* @__PURE__ */ serveRouteOf(
  memberRoutes,
  'editAccount',
  { accounts, activity, apiKeys, clock, env, ledger, secrets },
  async ({ caller, body }, deps) => {
    const account = await runEditAccount(deps, caller, body);
    return { data: await describeMe(deps, caller, account) };
  },
);

export const readInvitation = /* @__PURE__ */ serveRouteOf(
  memberRoutes,
  'readInvitation',
  { accounts, clock, invitations, secrets },
  async ({ body }, deps) => ({ data: await runReadInvitation(deps, body) }),
);

export const joinAccount = /* @__PURE__ */ serveRouteOf(
  memberRoutes,
  'joinAccount',
  {
    accessChanges,
    accounts,
    activity,
    apiKeys,
    clock,
    ids,
    invitations,
    memberships,
    passwords,
    secrets,
    sessions,
  },
  async ({ body, ...call }, deps) => ({
    data: await runJoinAccount(deps, { ...body, from: originOf(call) }),
  }),
);

export const acceptInvitation = /* @__PURE__ */ serveRouteOf(
  memberRoutes,
  'acceptInvitation',
  { accessChanges, accounts, clock, invitations, memberships, secrets },
  async ({ body, ...call }, deps) => {
    const { person } = call.caller;
    const accountId = await runAcceptInvitation(deps, { ...body, person, from: originOf(call) });
    return { data: { account_id: accountId } };
  },
);

export const declineInvitation = /* @__PURE__ */ serveRouteOf(
  memberRoutes,
  'declineInvitation',
  { accounts, clock, invitations, secrets },
  async ({ body }, deps) => {
    await runDeclineInvitation(deps, body);
    return { data: {} };
  },
);

export const saveSso = /* @__PURE__ */ serveRouteOf(
  memberRoutes,
  'saveSso',
  {
    accessChanges,
    accounts,
    clock,
    domainRecords,
    env,
    identityProvider,
    ids,
    invitations,
    secrets,
    ssoSettings,
  },
  async ({ body, ...call }, deps) => {
    const { account } = call.caller;
    await runSaveSso(deps, { account, by: originOf(call) }, body.sso);
    return { data: await describeMembers(deps, account.id) };
  },
);

export const startSso = /* @__PURE__ */ serveRouteOf(
  memberRoutes,
  'startSso',
  { accounts, clock, domainRecords, env, identityProvider, ids, limits, secrets, ssoSettings },
  async ({ body }, deps) => ({ data: await runStartSso(deps, body) }),
);

export const completeSso = /* @__PURE__ */ serveRouteOf(
  memberRoutes,
  'completeSso',
  {
    accessChanges,
    accounts,
    activity,
    apiKeys,
    clock,
    domainRecords,
    env,
    factors,
    identityProvider,
    ids,
    invitations,
    limits,
    memberships,
    secrets,
    sessions,
    ssoSettings,
  },
  async ({ body, ...call }, deps) => ({
    data: await runCompleteSso(deps, { ...body, sourceIp: call.sourceIp, from: originOf(call) }),
  }),
);

export const linkSso = /* @__PURE__ */ serveRouteOf(
  memberRoutes,
  'linkSso',
  { accessChanges, accounts, clock, factors, memberships, secrets, ssoSettings },
  async ({ body, ...call }, deps) => {
    const { person } = call.caller;
    await runLinkSso(deps, { person, from: originOf(call) }, body.challenge);
    return { data: {} };
  },
);
