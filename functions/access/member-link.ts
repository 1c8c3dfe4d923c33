import { includesRole, type RouteRole } from '../../shared/model/account.ts';
import { isActive, roleIn } from './authenticate.ts';
import type { AccessDeps } from './deps.ts';
import { type LinkDeps, type LinkTarget, readLink } from './signed.ts';

/**
 * Returns the account id in a token, or undefined if the token is invalid or expired, or names a
 * person who may no longer call the route that issued it.
 * @param least the least role of that route
 */
export async function verifyMemberLink(
  { accounts, ...deps }: LinkDeps & Pick<AccessDeps, 'accounts'>,
  target: LinkTarget,
  token: string,
  least: RouteRole,
): Promise<string | undefined> {
  const link = await readLink(deps, target, token);
  if (!link) return undefined;
  const { accountId, personId } = link;
  if (personId === accountId) return accountId;
  const [account, person] = await Promise.all([accounts.get(accountId), accounts.get(personId)]);
  const role = isActive(account) && isActive(person) ? roleIn(account, personId) : undefined;
  return role && includesRole(role, least) ? accountId : undefined;
}
