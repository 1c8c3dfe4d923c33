import type { Members } from '../../shared/contract/members.ts';
import { includesRole } from '../../shared/model/account.ts';
import type { User } from '../access/adapters/user.ts';
import { formatName } from '../access/account-name.ts';
import { ownerIdOf, roleIn } from '../access/role.ts';
import { factorsOf } from '../access/second-factor.ts';
import type { Invitation } from './adapters/invitations.ts';
import type { StoredSso } from './adapters/sso-settings.ts';
import type { MembersDeps } from './deps.ts';

/** Invitations from before the first transfer name the former owner by the id of the account. */
export const senderIdOf = ({ id, movedTo = id }: User, { by }: Pick<Invitation, 'by'>): string =>
  by === id ? movedTo : by;

/**
 * Whether an invitation can be accepted. Its sender must still be an administrator: otherwise a
 * removed administrator could return or let others in.
 */
export const isOpen = (account: User, invitation: Invitation, now: number): boolean => {
  const role = roleIn(account, senderIdOf(account, invitation));
  return invitation.expiresAt > now && role !== undefined && includesRole(role, 'admin');
};

export const hasOpenTransfer = (
  account: User,
  now: number,
): account is User & Required<Pick<User, 'transfer'>> =>
  account.transfer !== undefined &&
  account.transfer.expiresAt > now &&
  roleIn(account, account.transfer.to) === 'admin';

export async function listOpenInvitations(
  { clock, invitations }: Pick<MembersDeps, 'clock' | 'invitations'>,
  account: User,
): Promise<Invitation[]> {
  const all = await invitations.list(account.id);
  return all.filter((each) => isOpen(account, each, clock.now()));
}

/** Whether the last check has found the record of the domain. */
export const isVerified = ({ verifiedAt, missing }: StoredSso): boolean =>
  verifiedAt !== undefined && !missing;

/** Returns the TXT record that proves that the account may use the domain. */
export const recordOf = ({ domain, token }: Pick<StoredSso, 'domain' | 'token'>) => ({
  record_name: `_tamis.${domain}`,
  record_value: `tamis-verification=${token}`,
});

/**
 * Each account has a separate redirect URI, so that nobody can pass off the response of one provider
 * as a response of another (RFC 9700, section 4.4.2.2).
 */
export const redirectUriOf = (
  { PUBLIC_ORIGIN }: Pick<MembersDeps['env'], 'PUBLIC_ORIGIN'>,
  accountId: string,
): string => `${PUBLIC_ORIGIN}/sso/${accountId}`;

/** @param accountId read again, because the caller may have changed its members */
export async function describeMembers(
  deps: Pick<MembersDeps, 'accounts' | 'clock' | 'env' | 'invitations' | 'ssoSettings'>,
  accountId: string,
): Promise<Members> {
  const now = deps.clock.now();
  const [account, sso] = await Promise.all([
    deps.accounts.get(accountId),
    deps.ssoSettings.get(accountId),
  ]);
  if (!account)
    return { members: [], invitations: [], requires_factor: false, transfer: null, sso: null };
  const { members = [] } = account;
  const [open, ...persons] = await Promise.all([
    listOpenInvitations(deps, account),
    deps.accounts.get(ownerIdOf(account)),
    ...members.map(({ id }) => deps.accounts.get(id)),
  ]);
  const memberships = [
    { id: ownerIdOf(account), email: account.email, role: 'owner' as const },
    ...members,
  ];
  return {
    requires_factor: account.requiresFactor ?? false,
    transfer: hasOpenTransfer(account, now)
      ? { to: account.transfer.to, expires_at: new Date(account.transfer.expiresAt).toISOString() }
      : null,
    sso: sso
      ? {
          domain: sso.domain,
          issuer: sso.issuer,
          client_id: sso.clientId,
          role: sso.role,
          required: sso.required,
          locked: account.sso?.required ?? false,
          ...recordOf(sso),
          redirect_uri: redirectUriOf(deps.env, accountId),
          verified: account.sso?.id === sso.id && isVerified(sso),
        }
      : null,
    members: memberships.map((each, index) => {
      const person = persons[index];
      return {
        id: each.id,
        email: each.email,
        name: person ? formatName(person) : '',
        role: each.role,
        since: 'since' in each ? each.since : null,
        held: 'held' in each ? each.held : undefined,
        read_keys_until: ('readKeysUntil' in each && each.readKeysUntil) || null,
        has_factor: person !== undefined && factorsOf(person, now).length > 0,
      };
    }),
    invitations: open.map(({ id, email, role, sentAt, expiresAt }) => ({
      id,
      email,
      role,
      sent_at: new Date(sentAt).toISOString(),
      expires_at: new Date(expiresAt).toISOString(),
    })),
  };
}
