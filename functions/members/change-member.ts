import { AppError } from '../../shared/contract/errors.ts';
import type { memberRoutes } from '../../shared/contract/members.ts';
import type { BodyOf } from '../../shared/contract/route.ts';
import type { MemberRole } from '../../shared/model/account.ts';
import type { SessionCaller } from '../access/authenticate.ts';
import type { User } from '../access/adapters/user.ts';
import { requireRole } from '../access/require-role.ts';
import { mustAddFactor } from '../access/second-factor.ts';
import type { MembersDeps } from './deps.ts';

interface MemberCall extends Pick<SessionCaller, 'account' | 'person' | 'role'> {
  /** Browser and network, from `originOf`. */
  readonly by: string;
}
type ChangeDeps = Pick<MembersDeps, 'accessChanges' | 'memberships'>;

/** @throws {AppError} `not_found`, also for the owner */
export async function changeMember(
  { accessChanges, memberships }: ChangeDeps,
  { account: { id: accountId }, by }: MemberCall,
  personId: string,
  role: MemberRole,
): Promise<void> {
  const isChanged = await memberships.update(accountId, personId, async ({ members = [] }) => {
    const member = members.find(({ id }) => id === personId);
    if (!member) return undefined;
    const { email: name } = member;
    const change = { kind: 'member', what: 'changed', target: personId, name, by } as const;
    return {
      members: members.map((each) => (each === member ? { ...each, role } : each)),
      also: [await accessChanges.announce(accountId, change)],
    };
  });
  if (!isChanged) throw new AppError('not_found');
}

/**
 * Removes a member, or lets the caller leave. What the member started stays with the account.
 * @throws {AppError} `role_required`; `not_found`, also for the owner
 */
export async function removeMember(
  { accessChanges, memberships }: ChangeDeps,
  { account, person, role, by }: MemberCall,
  personId: string,
): Promise<void> {
  if (personId !== person.id) requireRole(role, 'admin');
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
export async function editAccount(
  deps: Pick<MembersDeps, 'accounts' | 'clock' | 'env'>,
  { account, person }: Pick<SessionCaller, 'account' | 'person'>,
  { name, requires_factor: requiresFactor }: BodyOf<(typeof memberRoutes)['editAccount']>,
): Promise<User> {
  const required = requiresFactor || undefined;
  if (mustAddFactor(deps, { account: { ...account, requiresFactor: required }, person }))
    throw new AppError('second_factor_missing');
  const edited = await deps.accounts.setPreference(account.id, {
    ...(name !== undefined && { accountName: name }),
    ...(requiresFactor !== undefined && { requiresFactor: required }),
  });
  if (!edited) throw new AppError('not_a_member');
  return edited;
}
