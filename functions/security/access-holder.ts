import { type AccessKind, isPersonalAccess } from '../../shared/model/access.ts';
import { includesRole } from '../../shared/model/account.ts';
import type { AccessItem } from '../access/adapters/access-items.ts';
import type { User } from '../access/adapters/user.ts';
import type { SessionCaller } from '../access/authenticate.ts';

export type AccessCaller = Pick<SessionCaller, 'account' | 'person' | 'role' | 'viaSso'>;

/** Whether the caller may see an item: of sessions, one of single sign-on only those of its account. */
export const isVisible = (
  { account, viaSso }: AccessCaller,
  { kind, ssoAccountId }: AccessItem,
): boolean => !viaSso || kind !== 'session' || ssoAccountId === account.id;

/**
 * Returns on whose behalf items of a kind act: the person or the account. Undefined if the role may
 * not see the members, keys, endpoints and forms of the account, which can do more than the role.
 * Only the owner ends single sign-on, whose requirement ends with it. A single sign-on session
 * accesses no factors.
 */
export function accessHolderOf(
  { account, person, role, viaSso }: AccessCaller,
  kind: AccessKind,
): User | undefined {
  if (isPersonalAccess(kind)) return viaSso && kind === 'factor' ? undefined : person;
  return includesRole(role, kind === 'sso' ? 'owner' : 'admin') ? account : undefined;
}
