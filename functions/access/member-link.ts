import { includesRole, type RouteRole } from '../../shared/model/account.ts';
import type { User } from './adapters/user.ts';
import type { AccessDeps } from './deps.ts';
import { actingRoleIn, isActive } from './role.ts';
import { type LinkDeps, type LinkTarget, readLink } from './signed.ts';

interface MemberLink {
  readonly accountId: string;
  /** Undefined if the account is closed. */
  readonly account: User | undefined;
  readonly personId: string;
}

/**
 * Returns the account and person of a token; undefined if the token is invalid or expired, or if
 * the person may no longer call the route that issued it.
 * @param least the least role of that route
 */
export async function verifyMemberLink(
  { accounts, ...deps }: LinkDeps & Pick<AccessDeps, 'accounts'>,
  target: LinkTarget,
  token: string,
  least: RouteRole,
): Promise<MemberLink | undefined> {
  const link = await readLink(deps, target, token);
  if (!link) return undefined;
  const { accountId } = link;
  const account = await accounts.get(accountId);
  if (link.personId === accountId && account?.owner === undefined) return { ...link, account };
  // A link from before the transfer of the account names its first owner.
  const personId = link.personId === accountId ? (account?.movedTo ?? '') : link.personId;
  const person = await accounts.get(personId);
  const acting = isActive(person) ? actingRoleIn(account, personId) : undefined;
  return acting && includesRole(acting.role, least) ? { accountId, account, personId } : undefined;
}
