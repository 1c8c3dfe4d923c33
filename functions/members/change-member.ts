import { AppError } from '../../shared/contract/errors.ts';
import type { MemberRole } from '../../shared/model/account.ts';
import type { SessionCaller } from '../access/authenticate.ts';
import { requireRole } from '../access/require-role.ts';
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
