import { needsRight, type Route } from '../../shared/contract/route.ts';
import type { RouteRole } from '../../shared/model/account.ts';
import type { CallerRight } from '../platform/caller-right.ts';
import type { Expression } from '../platform/dynamo/db.ts';
import type { User } from './adapters/user.ts';
import type { Caller } from './authenticate.ts';
import type { AccessDeps } from './deps.ts';
import { actingRoleIn, requireRole, roleIn } from './role.ts';

/** Returns a condition that holds while a person has the role that the profile states. */
function stillActs(profile: User, personId: string): Expression {
  const at = profile.members?.findIndex(({ id }) => id === personId) ?? -1;
  if (roleIn(profile, personId) === 'owner')
    return {
      // The profile of a closed account has no password hash.
      text: `attribute_exists(passwordHash) AND ${
        profile.owner === undefined
          ? 'attribute_not_exists(#callerOwner)'
          : '#callerOwner = :caller'
      }`,
      names: { '#callerOwner': 'owner' },
      ...(profile.owner !== undefined && { values: { ':caller': personId } }),
    };
  const member = `#callerMembers[${at}]`;
  return {
    text: `${member}.#callerId = :caller AND ${member}.#callerRole = :callerRole AND attribute_not_exists(${member}.#callerHeld)`,
    names: {
      '#callerMembers': 'members',
      '#callerId': 'id',
      '#callerRole': 'role',
      '#callerHeld': 'held',
    },
    values: { ':caller': personId, ':callerRole': profile.members?.[at]?.role },
  };
}

/**
 * Returns the right of a session call, which all its writes inherit; undefined for API keys,
 * administrators of the service, and routes that need no right. Routes for every role need none
 * until their use case requires a role.
 */
export function createCallerRight(
  { accounts }: Pick<AccessDeps, 'accounts'>,
  route: Route,
  caller: Caller | undefined,
): CallerRight | undefined {
  if (caller?.via !== 'session' || (route.role !== 'any' && !needsRight(route))) return undefined;
  const { account, person } = caller;
  const required = new Set<RouteRole>(needsRight(route) && route.role ? [route.role] : []);
  let profile: User | undefined = account;
  return {
    key: accounts.profileKey(account.id),
    require: (least) => {
      if (least !== undefined && least !== 'any') required.add(least);
    },
    condition: () => (required.size > 0 && profile ? stillActs(profile, person.id) : undefined),
    async renew() {
      profile = await accounts.get(account.id);
      const role = actingRoleIn(profile, person.id)?.role;
      for (const least of required) requireRole(role, least);
    },
  };
}
