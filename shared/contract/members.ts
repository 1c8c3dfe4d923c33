import * as z from 'zod/mini';
import { ACCOUNT_ROLES, MEMBER_ROLES, SSO_ROLES } from '../model/account.ts';
import { me, sessionResponse } from './account.ts';
import {
  email,
  emptyResponse,
  envelope,
  flag,
  id,
  language,
  linkSignature,
  newPassword,
  objectId,
  personName,
  reachableEmail,
  requiredLine,
  requiredText,
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

/** Converts the labels of a domain to lower case and A-labels, as in the addresses that we compare. */
function toAsciiDomain(name: string): string {
  const url = `http://${name}`;
  return /[/:?#@\\]/.test(name) || !URL.canParse(url) ? name : new URL(url).hostname;
}

const ssoSettings = {
  domain: requiredLine(253).check(
    z.overwrite(toAsciiDomain),
    z.refine((name) => /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*$/.test(name)),
    z.describe('Domain of the addresses of the members, verified by a TXT record'),
  ),
  issuer: requiredLine(500).check(z.describe('Issuer URL of the OpenID provider')),
  client_id: requiredLine(300),
  role: z
    .enum(SSO_ROLES, { error: 'field.required' })
    .check(z.describe('Role of a person who joins by single sign-on')),
  required: flag('Whether members, except the owner, can act on the account only with it'),
};
export const ssoRequest = z.object({
  ...ssoSettings,
  client_secret: z
    .optional(z.string().check(z.trim(), z.maxLength(1000, { error: 'field.too_long' })))
    .check(z.describe('Client secret; by default the stored one')),
});
export type SsoRequest = z.infer<typeof ssoRequest>;

const members = z.object({
  members: z
    .array(
      z.object({
        id: z.string(),
        email: text('Address with which the person logs in'),
        name: text('First and last name'),
        role: z.enum(ACCOUNT_ROLES).check(z.describe('What the person may do in the account')),
        since: z.nullable(timestamp('When the person joined; null for the owner')),
        read_keys_until: z.nullable(
          timestamp('When the person, then an administrator, could last read the first key'),
        ),
        has_factor: flag('Whether the person logs in with a second factor'),
        held: z.optional(
          z
            .literal(true)
            .check(
              z.describe(
                'Present while the person cannot act on the account, because another account has verified the domain of the address; ends when the owner sets the role again',
              ),
            ),
        ),
      }),
    )
    .check(z.describe('The owner first, then the members by time of joining')),
  invitations: z
    .array(
      z.object({
        id: z.string(),
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
        expires_at: z.iso.datetime(),
      }),
    )
    .check(z.describe('The offer of the account to an administrator; null without one')),
  sso: z
    .nullable(
      z.object({
        ...ssoSettings,
        record_name: text('Name of the TXT record that verifies the domain'),
        record_value: text('Value of that record'),
        redirect_uri: text('Redirect URI to register at the provider'),
        verified: flag('Whether the domain is verified and people can log in'),
        locked: flag(
          'Whether `required` applies, which it also does while a domain that was verified is not',
        ),
      }),
    )
    .check(z.describe('Single sign-on; null without it')),
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
  first_name: personName(),
  last_name: personName(),
  password: newPassword(),
  language: language(),
});

export const invitationRequest = z.object({ email: reachableEmail(), role: memberRole() });
export const accountRequest = z
  .object({
    name: z.optional(requiredLine(MAX_ACCOUNT_NAME_LENGTH)),
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
const ssoPath = '/api/login/sso';
const ssoChallenge = () =>
  requiredText().check(
    z.maxLength(1024, { error: 'field.too_long' }),
    z.describe('The `challenge` that was returned before; valid for five minutes'),
  );

export const memberRoutes = defineRoutes('members', {
  listMembers: { ...manage, method: 'GET', path: '/api/members', output: membersResponse },

  /**
   * Also sends an open invitation again. The response does not depend on whether the address has a
   * login. The link is valid for seven days.
   */
  inviteMember: {
    ...manage,
    method: 'POST',
    path: '/api/members',
    sensitive: 'always',
    limit: 'invite_account',
    body: invitationRequest,
    output: membersResponse,
    errors: ['invitations_paid_only', 'sso_domain_only', 'already_member', 'too_many_members'],
  },

  withdrawInvitation: {
    ...manage,
    method: 'DELETE',
    path: '/api/members/invitations/{id}',
    params: z.object({ id: objectId() }),
    output: membersResponse,
    errors: ['not_found'],
  },

  changeMember: {
    ...manage,
    method: 'POST',
    path: '/api/members/{id}',
    sensitive: 'always',
    params: z.object({ id: objectId() }),
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

  /** The former owner becomes an administrator, and their sessions end. Single sign-on ends, too. */
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
      keep_sso: z.optional(
        flag('Whether to keep single sign-on, if the new owner has an address at its domain'),
      ),
    }),
    output: membersResponse,
    errors: ['wrong_state', 'validation'],
  },

  /** Administrators remove others, with a recent proof. Everyone except the owner can leave. */
  removeMember: {
    method: 'DELETE',
    path: '/api/members/{id}',
    auth: 'customer',
    role: 'any',
    withoutFactor: true,
    withSso: true,
    leaving: 'me',
    params: z.object({ id: id('Id of the member; `me` to leave the account') }),
    output: emptyResponse(),
    errors: ['not_found', 'role_required', 'reauthentication_required'],
  },

  /** Only a person with a second factor can require one from everyone. */
  editAccount: {
    ...manage,
    method: 'POST',
    path: '/api/account',
    sensitive: 'with factor',
    body: accountRequest,
    output: envelope(me),
  },

  /**
   * People of the domain log in at the provider, join with the role, and reach only this account.
   * This works once the TXT record exists, which each call checks.
   */
  saveSso: {
    auth: 'customer-terms',
    role: 'owner',
    method: 'POST',
    path: '/api/account/sso',
    sensitive: 'always',
    body: z.object({
      sso: z
        .nullable(ssoRequest)
        .check(z.describe('The settings, whose domain and issuer are checked; null to end it')),
    }),
    output: membersResponse,
    errors: ['sso_failed'],
  },

  startSso: {
    method: 'POST',
    path: ssoPath,
    auth: 'public',
    limit: 'sso_ip',
    body: z.object({
      email: email(),
      challenge: z
        .optional(ssoChallenge())
        .check(z.describe('Of the error `reauthentication_required`, to prove the login again')),
    }),
    output: envelope(
      z.object({
        url: z.nullable(text('Page of the provider; null if the domain has no single sign-on')),
        challenge: text(
          'Challenge for `completeSso`, which the browser keeps; empty without a page',
        ),
      }),
    ),
    errors: ['sso_failed'],
  },

  /** Logs in, or proves a login again. */
  completeSso: {
    method: 'POST',
    path: `${ssoPath}/complete`,
    auth: 'public',
    limit: 'login_ip',
    body: z.object({
      challenge: ssoChallenge(),
      account_id: id('Id of the account, from the path of the redirect URI'),
      response: requiredText().check(
        z.maxLength(4096, { error: 'field.too_long' }),
        z.describe('Query of the redirect URI'),
      ),
    }),
    output: envelope(
      z.object({
        token: z.optional(text('Session token, if this is a login')),
        csrf_token: z.optional(z.string()),
        proof: z.optional(text('Otherwise: the proof for `reauthenticate`')),
      }),
    ),
    errors: [
      'sso_failed',
      'sso_link_required',
      'challenge_expired',
      'account_inactive',
      'too_many_members',
    ],
  },

  /** Lets single sign-on use the login of the session, in one account. */
  linkSso: {
    method: 'POST',
    path: `${ssoPath}/link`,
    auth: 'session',
    role: 'any',
    sensitive: 'always',
    body: z.object({ challenge: ssoChallenge() }),
    output: emptyResponse(),
    errors: ['challenge_expired', 'sso_failed', 'too_many_members'],
  },

  readInvitation: {
    method: 'POST',
    path: invitationPath,
    auth: 'public',
    limit: 'invitation_ip',
    body: z.object(invitationLink),
    output: envelope(
      z.object({
        account_name: z.string(),
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
    output: envelope(z.object({ account_id: z.string() })),
    errors: ['link_expired', 'wrong_login', 'already_member', 'too_many_members'],
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
