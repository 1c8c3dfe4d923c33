import { AppError } from '../../shared/contract/errors.ts';
import type { memberRoutes } from '../../shared/contract/members.ts';
import type { BodyOf } from '../../shared/contract/route.ts';
import { type AccountRole, INVITATION_DAYS, type MemberRole } from '../../shared/model/account.ts';
import { DAY_MS } from '../../shared/model/duration.ts';
import type { SessionCaller } from '../access/authenticate.ts';
import type { User } from '../access/adapters/user.ts';
import { requireRole } from '../access/role.ts';
import { mustAddFactor, requireRecentProof } from '../access/second-factor.ts';
import { formatName } from '../access/account-name.ts';
import { createMailId, createMailMessage } from '../mail/create-mail-message.ts';
import type { MembersDeps } from './deps.ts';
import { invitingNameOf } from './invite-member.ts';

interface MemberCall extends Pick<SessionCaller, 'account' | 'person' | 'role'> {
  /** Browser and network, from `originOf`. */
  readonly by: string;
}
type ChangeDeps = Pick<MembersDeps, 'accessChanges' | 'memberships'>;
type OfferDeps = Pick<MembersDeps, 'accounts' | 'activity' | 'clock' | 'mailQueue' | 'memberships'>;

/**
 * Changes the role of a member, or offers the account to an administrator, who gets an email. The
 * owner's choice also confirms a member who is held.
 * @throws {AppError} `not_found`, also for the owner; `role_required` unless the owner makes the
 * offer; `wrong_state` for an offer to a member who is not an administrator
 */
export async function changeMemberRole(
  deps: ChangeDeps & OfferDeps,
  call: MemberCall,
  personId: string,
  role: AccountRole,
): Promise<void> {
  await (role === 'owner'
    ? offerAccount(deps, call, personId)
    : changeRole(deps, call, personId, role));
}

async function offerAccount(
  { accounts, activity, clock, mailQueue, memberships }: OfferDeps,
  { account, person, role }: MemberCall,
  to: string,
): Promise<void> {
  requireRole(role, 'owner');
  const recipient = await accounts.get(to);
  const expiresAt = clock.now() + INVITATION_DAYS * DAY_MS;
  const isOffered = await memberships.update(account.id, to, async ({ members = [] }) => {
    const member = members.find(({ id }) => id === to);
    if (!member) return undefined;
    if (member.role !== 'admin') throw new AppError('wrong_state');
    const offer = { kind: 'member', what: 'offered', target: to, name: member.email } as const;
    const also = activity.writes(account.id, offer);
    return { members, transfer: { to, expiresAt }, also };
  });
  if (!recipient || !isOffered) throw new AppError('not_found');
  await mailQueue.send(
    createMailMessage(recipient, createMailId('transfer', account.id, to, expiresAt), {
      template: 'account_offered',
      params: { account: invitingNameOf(account), by: formatName(person), days: INVITATION_DAYS },
    }),
  );
}

async function changeRole(
  { accessChanges, activity, clock, memberships }: ChangeDeps & OfferDeps,
  { account: { id: accountId }, by, role: callerRole }: MemberCall,
  personId: string,
  role: MemberRole,
): Promise<void> {
  const isChanged = await memberships.update(accountId, personId, async (account) => {
    const { members = [], transfer } = account;
    const member = members.find(({ id }) => id === personId);
    if (!member) return undefined;
    // Any role withdraws an offer.
    const isOffered = transfer?.to === personId;
    if (isOffered) requireRole(callerRole, 'owner');
    const { email: name } = member;
    const withdrawn = { kind: 'member', what: 'offer_withdrawn', target: personId, name } as const;
    const { held: _, ...confirmed } = member;
    const change = {
      kind: 'member',
      what: 'changed',
      target: personId,
      name,
      by,
      from: member.role,
      to: role,
    } as const;
    const readKeysUntil =
      member.role === 'admin' && role !== 'admin'
        ? new Date(clock.now()).toISOString()
        : member.readKeysUntil;
    const next = {
      ...(callerRole === 'owner' ? confirmed : member),
      role,
      ...(readKeysUntil && { readKeysUntil }),
    };
    return {
      members: members.with(members.indexOf(member), next),
      ...(isOffered && { transfer: undefined }),
      also: [
        await accessChanges.announce(accountId, change),
        ...(isOffered ? activity.writes(accountId, withdrawn) : []),
      ],
    };
  });
  if (!isChanged) throw new AppError('not_found');
}

/**
 * Removes a member, or lets the caller leave (`me`). The account keeps what the member started.
 * @throws {AppError} `role_required`; `not_found`, also for the owner; `reauthentication_required`
 */
export async function endMembership(
  deps: ChangeDeps & Parameters<typeof requireRecentProof>[0],
  call: SessionCaller & Pick<MemberCall, 'by'>,
  target: string,
): Promise<void> {
  const { accessChanges, memberships } = deps;
  const { account, person, role, by } = call;
  const personId = target === 'me' ? person.id : target;
  if (personId !== person.id) {
    requireRole(role, 'admin');
    await requireRecentProof(deps, call, true);
  }
  const name = account.members?.find(({ id }) => id === personId)?.email;
  if (name === undefined) throw new AppError('not_found');
  const change = { kind: 'member', what: 'removed', target: personId, name, by } as const;
  const write = await accessChanges.announce(account.id, change);
  if (!(await memberships.remove(account.id, personId, write))) throw new AppError('not_found');
}

/**
 * Names the account, or sets whether it requires second factors.
 * @throws {AppError} `second_factor_missing` if the caller, who would be locked out, has none
 */
export async function changeAccount(
  deps: Pick<MembersDeps, 'accounts' | 'activity' | 'clock' | 'env'>,
  { account, person, viaSso }: Pick<SessionCaller, 'account' | 'person' | 'viaSso'>,
  { name, requires_factor: requiresFactor }: BodyOf<(typeof memberRoutes)['editAccount']>,
): Promise<User> {
  const required = requiresFactor || undefined;
  if (mustAddFactor(deps, { account: { ...account, requiresFactor: required }, person, viaSso }))
    throw new AppError('second_factor_missing');
  const change = { kind: 'setting', what: 'changed', name: '' } as const;
  const { activity } = deps;
  const before = account.requiresFactor ? 'on' : 'off';
  const after = required ? 'on' : 'off';
  const edited = await deps.accounts.setPreference(
    account.id,
    {
      ...(name !== undefined && { accountName: name }),
      ...(requiresFactor !== undefined && { requiresFactor: required }),
    },
    ...(name === undefined
      ? []
      : activity.writes(account.id, {
          ...change,
          target: 'account',
          from: account.accountName,
          to: name,
        })),
    ...(requiresFactor === undefined
      ? []
      : activity.writes(account.id, {
          ...change,
          target: 'required_factor',
          from: before,
          to: after,
        })),
  );
  if (!edited) throw new AppError('not_a_member');
  return edited;
}
