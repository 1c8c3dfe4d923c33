import { type AccessKind, isPersonalAccess } from '../../shared/model/access.ts';
import { includesRole } from '../../shared/model/account.ts';
import type { User } from '../access/adapters/user.ts';
import type { SessionCaller } from '../access/authenticate.ts';

/**
 * Returns on whose behalf items of a kind act: the person or the account. Undefined if the role may
 * not see the members, keys, endpoints and forms of the account, which can do more than the role.
 * Only the owner ends single sign-on, whose requirement ends with it.
 */
export function accessHolderOf(
  { account, person, role }: Pick<SessionCaller, 'account' | 'person' | 'role'>,
  kind: AccessKind,
): User | undefined {
  if (isPersonalAccess(kind)) return person;
  return includesRole(role, kind === 'sso' ? 'owner' : 'admin') ? account : undefined;
}
