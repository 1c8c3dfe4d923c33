/** What a person may do in an account. Every account has exactly one owner. */
export const ACCOUNT_ROLES = ['owner', 'admin', 'billing', 'member', 'viewer'] as const;
export type AccountRole = (typeof ACCOUNT_ROLES)[number];

/** Least role of a session. Routes for `any` act on the person, or return what each role may see. */
export type RouteRole = AccountRole | 'any';

/** The role that may do everything that this role may do, and more. */
const NEXT_ROLE: { readonly [R in RouteRole]?: AccountRole } = {
  viewer: 'member',
  member: 'admin',
  billing: 'admin',
  admin: 'owner',
};

export function includesRole(role: AccountRole, least: RouteRole = 'any'): boolean {
  if (role === least || least === 'any') return true;
  const next = NEXT_ROLE[least];
  return next !== undefined && includesRole(role, next);
}
