import { memberRoutes } from '../../shared/contract/members.ts';
import type { SessionCaller } from '../access/authenticate.ts';
import {
  accessChanges,
  accounts,
  apiKeys,
  limits,
  memberships,
  sessions,
} from '../access/context.ts';
import { type CallOf, originOf } from '../access/origin.ts';
import { serveRouteOf } from '../access/serve-route.ts';
import { closedAccounts, passwords, publicDns } from '../account/context.ts';
import { describeMe } from '../account/describe-me.ts';
import { figures, ledger } from '../credits/context.ts';
import { mailQueue } from '../mail/context.ts';
import { clock, env, ids, log, secrets } from '../platform/context.ts';
import {
  acceptInvitation as runAcceptInvitation,
  declineInvitation as runDeclineInvitation,
  joinAccount as runJoinAccount,
  readInvitation as runReadInvitation,
} from './answer-invitation.ts';
import {
  changeMember as runChangeMember,
  removeMember as runRemoveMember,
} from './change-member.ts';
import { invitations } from './context.ts';
import { describeMembers } from './describe-members.ts';
import { inviteMember as runInviteMember } from './invite-member.ts';
import { openAccount as runOpenAccount } from './open-account.ts';
import { AppError } from '../../shared/contract/errors.ts';

const memberCallOf = (call: CallOf<SessionCaller>) => ({ ...call.caller, by: originOf(call) });

export const listMembers = /* @__PURE__ */ serveRouteOf(
  memberRoutes,
  'listMembers',
  { accounts, clock, invitations },
  async ({ caller }, deps) => ({ data: await describeMembers(deps, caller.account.id) }),
);

export const inviteMember = /* @__PURE__ */ serveRouteOf(
  memberRoutes,
  'inviteMember',
  { accounts, clock, ids, invitations, limits, mailQueue, secrets },
  async ({ caller, body }, deps) => {
    await runInviteMember(deps, caller, body);
    return { data: await describeMembers(deps, caller.account.id) };
  },
);

export const withdrawInvitation = /* @__PURE__ */ serveRouteOf(
  memberRoutes,
  'withdrawInvitation',
  { accounts, clock, invitations },
  async ({ caller, params }, deps) => {
    const { id } = caller.account;
    if (!(await deps.invitations.delete(id, params.id))) throw new AppError('not_found');
    return { data: await describeMembers(deps, id) };
  },
);

export const changeMember = /* @__PURE__ */ serveRouteOf(
  memberRoutes,
  'changeMember',
  { accessChanges, accounts, clock, invitations, memberships },
  async ({ params, body, ...call }, deps) => {
    await runChangeMember(deps, memberCallOf(call), params.id, body.role);
    return { data: await describeMembers(deps, call.caller.account.id) };
  },
);

export const removeMember = /* @__PURE__ */ serveRouteOf(
  memberRoutes,
  'removeMember',
  { accessChanges, memberships },
  async ({ params, ...call }, deps) => {
    await runRemoveMember(deps, memberCallOf(call), params.id);
    return { data: {} };
  },
);

export const nameAccount = /* @__PURE__ */ serveRouteOf(
  memberRoutes,
  'nameAccount',
  { accounts, apiKeys, clock, env, ledger, secrets },
  async ({ caller, body }, deps) => {
    const account = await deps.accounts.setPreference(caller.account.id, {
      accountName: body.name,
    });
    if (!account) throw new AppError('not_a_member');
    return { data: await describeMe(deps, caller, account) };
  },
);

export const openAccount = /* @__PURE__ */ serveRouteOf(
  memberRoutes,
  'openAccount',
  { accounts, apiKeys, clock, closedAccounts, figures, ledger, limits, log, publicDns, secrets },
  async ({ caller }, deps) => {
    await runOpenAccount(deps, caller.person);
    return { data: {} };
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
