import * as z from 'zod/mini';
import { ACCOUNT_ROLES, MEMBER_ROLES } from '../model/account.ts';
import { me, sessionResponse } from './account.ts';
import {
  emptyResponse,
  envelope,
  flag,
  id,
  language,
  linkSignature,
  newPassword,
  personName,
  reachableEmail,
  requiredLine,
  text,
  timestamp,
} from './fields.ts';
import { defineRoutes } from './route.ts';

export const MAX_ACCOUNT_NAME_LENGTH = 60;

const memberRole = () =>
  z
    .enum(MEMBER_ROLES, { error: 'field.required' })
    .check(z.describe('What the member may do in the account'));

const requiresFactor = () =>
  flag('Whether every person needs a second factor to act on the account');

const members = z.object({
  members: z
    .array(
      z.object({
        id: text('Id of the person'),
        email: text('Address with which the person logs in'),
        name: text('First and last name'),
        role: z.enum(ACCOUNT_ROLES).check(z.describe('What the person may do in the account')),
        since: z.nullable(timestamp('When the person joined; null for the owner')),
        has_factor: flag('Whether the person logs in with a second factor'),
      }),
    )
    .check(z.describe('The owner first, then the members by time of joining')),
  invitations: z
    .array(
      z.object({
        id: text('Id of the invitation'),
        email: text('Invited address'),
        role: memberRole(),
        sent_at: timestamp('When the last email was sent'),
        expires_at: timestamp('When the link of the last email stops working'),
      }),
    )
    .check(z.describe('Invitations that were not answered, the oldest first')),
  requires_factor: requiresFactor(),
  transfer: z
    .nullable(
      z.object({
        to: text('Id of the administrator'),
        expires_at: timestamp('When the offer expires'),
      }),
    )
    .check(z.describe('The offer of the account to an administrator; null without one')),
});
export type Members = z.infer<typeof members>;
const membersResponse = envelope(members);

const invitationLink = {
  id: id('Id of the invitation, from its link'),
  t: linkSignature(),
};

/** Form with which an invited person without a login makes one. */
export const joinRequest = z.object({
  ...invitationLink,
  first_name: personName('First name'),
  last_name: personName('Last name'),
  password: newPassword(),
  language: language(),
});

export const invitationRequest = z.object({ email: reachableEmail(), role: memberRole() });
export const accountRequest = z
  .object({
    name: z.optional(
      requiredLine(MAX_ACCOUNT_NAME_LENGTH).check(z.describe('Name of the account')),
    ),
    requires_factor: z.optional(requiresFactor()),
  })
  .check(
    z.refine((body) => body.name !== undefined || body.requires_factor !== undefined, {
      error: 'field.required',
      path: ['name'],
    }),
  );

const manage = { auth: 'customer-terms', role: 'admin' } as const;
const invitationPath = '/api/invitation';

export const memberRoutes = defineRoutes('second-factor', {
  listMembers: { ...manage, method: 'GET', path: '/api/members', output: membersResponse },

  inviteMember: {
    ...manage,
    method: 'POST',
    path: '/api/members',
    sensitive: 'always',
    limit: 'invite_account',
    body: invitationRequest,
    output: membersResponse,
    errors: ['invitations_paid_only', 'already_member', 'too_many_members'],
  },

  withdrawInvitation: {
    ...manage,
    method: 'DELETE',
    path: '/api/members/invitations/{id}',
    params: z.object({ id: id('Id of the invitation') }),
    output: membersResponse,
    errors: ['not_found'],
  },

  changeMember: {
    ...manage,
    method: 'POST',
    path: '/api/members/{id}',
    sensitive: 'always',
    params: z.object({ id: id('Id of the member') }),
    body: z.object({
      role: z
        .enum(ACCOUNT_ROLES, { error: 'field.required' })
        .check(
          z.describe(
            'The new role. `owner` offers the account to an administrator; another role withdraws the offer',
          ),
        ),
    }),
    output: membersResponse,
    errors: ['not_found', 'wrong_state'],
  },

  answerTransfer: {
    ...manage,
    method: 'POST',
    path: '/api/account/transfer',
    sensitive: 'always',
    body: z.object({
      accept: flag('Whether to become the owner'),
      terms_accepted: z
        .optional(z.literal(1))
        .check(z.describe('1 to accept the current terms, which a new owner must')),
    }),
    output: membersResponse,
    errors: ['wrong_state', 'validation'],
  },

  removeMember: {
    method: 'DELETE',
    path: '/api/members/{id}',
    auth: 'customer',
    role: 'any',
    params: z.object({ id: id('Id of the member; `me` to leave the account') }),
    output: emptyResponse(),
    errors: ['not_found', 'role_required'],
  },

  editAccount: {
    ...manage,
    method: 'POST',
    path: '/api/account',
    sensitive: 'with factor',
    body: accountRequest,
    output: envelope(me),
  },

  readInvitation: {
    method: 'POST',
    path: invitationPath,
    auth: 'public',
    limit: 'invitation_ip',
    body: z.object(invitationLink),
    output: envelope(
      z.object({
        account_name: text('Name of the account'),
        invited_by: text('First and last name of the person who invites'),
        email: text('Invited address'),
        role: memberRole(),
        has_login: flag('Whether the address has a login, which can accept the invitation'),
        expires_at: timestamp('When the link stops working'),
      }),
    ),
    errors: ['link_expired'],
  },

  joinAccount: {
    method: 'POST',
    path: `${invitationPath}/join`,
    auth: 'public',
    limit: 'invitation_ip',
    body: joinRequest,
    output: sessionResponse,
    errors: ['link_expired', 'too_many_members', 'wrong_credentials'],
  },

  acceptInvitation: {
    method: 'POST',
    path: `${invitationPath}/accept`,
    auth: 'session',
    role: 'any',
    body: z.object(invitationLink),
    output: envelope(z.object({ account_id: text('Id of the account') })),
    errors: ['link_expired', 'wrong_login', 'forbidden', 'already_member', 'too_many_members'],
  },

  declineInvitation: {
    method: 'POST',
    path: `${invitationPath}/decline`,
    auth: 'public',
    limit: 'invitation_ip',
    body: z.object({
      ...invitationLink,
      block: flag('Whether to send no more invitations to the address'),
    }),
    output: emptyResponse(),
    errors: ['link_expired'],
  },
});
