import { AppError } from '../../shared/contract/errors.ts';
import { memberRoutes } from '../../shared/contract/members.ts';
import {
  accessChanges,
  accountQueue,
  accounts,
  activity,
  apiKeys,
  limits,
  memberships,
  sessions,
} from '../access/context.ts';
import { callerOf, originOf } from '../access/origin.ts';
import { serveRouteOf } from '../access/serve-route.ts';
import { passwords } from '../account/context.ts';
import { describeMe } from '../account/describe-me.ts';
import { billingQueue } from '../billing/context.ts';
import { ledger } from '../credits/context.ts';
import { factors } from '../factors/context.ts';
import { mailQueue } from '../mail/context.ts';
import { blobs, clock, env, ids, secrets } from '../platform/context.ts';
import {
  describeInvitation,
  discardInvitation,
  joinWithInvitation,
  registerMember,
} from './answer-invitation.ts';
import { changeAccount, changeMemberRole, endMembership } from './change-member.ts';
import { domainRecords, identityProvider, invitations, ssoSettings } from './context.ts';
import { describeMembers } from './describe-members.ts';
import { sendInvitation } from './invite-member.ts';
import { changeSso } from './save-sso.ts';
import { linkIdentity, logInWithSso, startSsoLogin } from './single-sign-on.ts';
import { decideTransfer } from './transfer-account.ts';

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
    await sendInvitation(deps, caller, body);
    return { data: await describeMembers(deps, caller.account.id) };
  },
);

export const withdrawInvitation = /* @__PURE__ */ serveRouteOf(
  memberRoutes,
  'withdrawInvitation',
  { accounts, activity, clock, env, invitations, ssoSettings },
  async ({ caller, params: { id: target } }, deps) => {
    const { id } = caller.account;
    const { email: name = '' } = (await deps.invitations.find(id, target)) ?? {};
    const entry = { kind: 'member', what: 'withdrawn', target, name } as const;
    if (!(await deps.invitations.delete(id, target, ...deps.activity.writes(id, entry))))
      throw new AppError('not_found');
    return { data: await describeMembers(deps, id) };
  },
);

export const changeMember = /* @__PURE__ */ serveRouteOf(
  memberRoutes,
  'changeMember',
  {
    accessChanges,
    accounts,
    activity,
    clock,
    env,
    invitations,
    mailQueue,
    memberships,
    ssoSettings,
  },
  async ({ params, body, ...call }, deps) => {
    await changeMemberRole(deps, callerOf(call), params.id, body.role);
    return { data: await describeMembers(deps, call.caller.account.id) };
  },
);

export const answerTransfer = /* @__PURE__ */ serveRouteOf(
  memberRoutes,
  'answerTransfer',
  {
    accessChanges,
    accountQueue,
    accounts,
    activity,
    billingQueue,
    blobs,
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
    await decideTransfer(deps, { ...callerOf(call), ...body });
    return { data: await describeMembers(deps, call.caller.account.id) };
  },
);

export const removeMember = /* @__PURE__ */ serveRouteOf(
  memberRoutes,
  'removeMember',
  { accessChanges, clock, ids, memberships, secrets },
  async ({ params, ...call }, deps) => {
    await endMembership(deps, callerOf(call), params.id);
    return { data: {} };
  },
);

export const editAccount = /* @__PURE__ */ serveRouteOf(
  memberRoutes,
  'editAccount',
  { accounts, activity, apiKeys, clock, env, ledger, secrets },
  async ({ caller, body }, deps) => {
    const account = await changeAccount(deps, caller, body);
    return { data: await describeMe(deps, caller, account) };
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
    memberships,
    secrets,
    ssoSettings,
  },
  async ({ body, ...call }, deps) => {
    const { account } = call.caller;
    await changeSso(deps, { account, by: originOf(call) }, body.sso);
    return { data: await describeMembers(deps, account.id) };
  },
);

export const startSso = /* @__PURE__ */ serveRouteOf(
  memberRoutes,
  'startSso',
  { accounts, clock, domainRecords, env, identityProvider, ids, limits, secrets, ssoSettings },
  async ({ body }, deps) => ({ data: await startSsoLogin(deps, body) }),
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
    data: await logInWithSso(deps, { ...body, sourceIp: call.sourceIp, from: originOf(call) }),
  }),
);

export const linkSso = /* @__PURE__ */ serveRouteOf(
  memberRoutes,
  'linkSso',
  { accessChanges, accounts, clock, factors, memberships, secrets, ssoSettings },
  async ({ body, ...call }, deps) => {
    const { person } = call.caller;
    await linkIdentity(deps, { person, from: originOf(call) }, body.challenge);
    return { data: {} };
  },
);

export const readInvitation = /* @__PURE__ */ serveRouteOf(
  memberRoutes,
  'readInvitation',
  { accounts, clock, invitations, secrets },
  async ({ body }, deps) => ({ data: await describeInvitation(deps, body) }),
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
    data: await registerMember(deps, { ...body, from: originOf(call) }),
  }),
);

export const acceptInvitation = /* @__PURE__ */ serveRouteOf(
  memberRoutes,
  'acceptInvitation',
  { accessChanges, accounts, clock, invitations, memberships, secrets },
  async ({ body, ...call }, deps) => {
    const { person } = call.caller;
    const accountId = await joinWithInvitation(deps, { ...body, person, from: originOf(call) });
    return { data: { account_id: accountId } };
  },
);

export const declineInvitation = /* @__PURE__ */ serveRouteOf(
  memberRoutes,
  'declineInvitation',
  { accounts, activity, clock, invitations, secrets },
  async ({ body }, deps) => {
    await discardInvitation(deps, body);
    return { data: {} };
  },
);
