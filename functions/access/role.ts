import { AppError } from '../../shared/contract/errors.ts';
import {
  type AccountRole,
  type CallerRole,
  includesRole,
  type MemberRole,
  type RouteRole,
  USER_STATUS,
} from '../../shared/model/account.ts';
import { currentCall } from '../platform/author.ts';
import type { User } from './adapters/user.ts';
import type { AccessDeps } from './deps.ts';

/**
 * Requires a role now, and as a condition of the call's later writes.
 * @throws {AppError} `role_required`, with the least role that may make the call
 */
export function requireRole(role: CallerRole | undefined, least: RouteRole | undefined): void {
  if (role === undefined || !includesRole(role, least))
    throw new AppError('role_required', { body: { role: least } });
  currentCall()?.right?.require(least);
}

export const isActive = (user: User | undefined): user is User =>
  user?.status === USER_STATUS.active;

export const ownerIdOf = ({ id, owner = id }: Pick<User, 'id' | 'owner'>): string => owner;

/** Returns undefined for a person who is neither the owner nor a member. */
export const roleIn = (
  account: Pick<User, 'id' | 'members' | 'memberOnly' | 'owner'>,
  personId: string,
): 'owner' | MemberRole | undefined =>
  !account.memberOnly && ownerIdOf(account) === personId
    ? 'owner'
    : account.members?.find(({ id }) => id === personId)?.role;

export interface ActingRole {
  readonly account: User;
  readonly role: AccountRole;
}

/**
 * Returns undefined if the person may not act on the account, or the account is not active.
 * @param isLeaving whether the person only ends the membership, which one who is held may do
 */
export function actingRoleIn(
  account: User | undefined,
  personId: string,
  isLeaving = false,
): ActingRole | undefined {
  const role = isActive(account) ? roleIn(account, personId) : undefined;
  const isHeld = account?.members?.some(({ id, held }) => id === personId && held);
  return account && role && (isLeaving || !isHeld) ? { account, role } : undefined;
}

/** Accounts on which a person may act: first the person's own, then others in order of joining. */
export async function accountsOf(
  accounts: Pick<AccessDeps['accounts'], 'get'>,
  person: User,
): Promise<ActingRole[]> {
  const joined = await Promise.all((person.joined ?? []).map((id) => accounts.get(id)));
  return [person, ...joined].flatMap((account) => actingRoleIn(account, person.id) ?? []);
}

/**
 * Returns the account of a session that names none. A person whose only account is gone, or
 * requires single sign-on, acts on none: the guard then allows only routes for every role.
 */
export async function defaultAccountOf(
  accounts: Pick<AccessDeps['accounts'], 'get'>,
  person: User,
): Promise<ActingRole> {
  if (!person.memberOnly) return { account: person, role: 'owner' };
  const joined = await accountsOf(accounts, person);
  const open = joined.find(({ account, role }) => role === 'owner' || !account.sso?.required);
  return open ?? { account: person, role: 'viewer' };
}
