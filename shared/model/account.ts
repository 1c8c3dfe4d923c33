/** Administrators manage users; customers verify addresses. */
export const ROLE = { admin: 1, customer: 2 } as const;
export type Role = (typeof ROLE)[keyof typeof ROLE];

/** Roles of a person in an account, which has exactly one owner. */
export const ACCOUNT_ROLES = ['owner', 'admin', 'billing', 'member', 'viewer'] as const;
export type AccountRole = (typeof ACCOUNT_ROLES)[number];

/** The role in which a person calls: `none` while the account refuses them until they add a factor. */
export type CallerRole = AccountRole | 'none';

/** Least role of a session. Routes for `any` act on the person, or return what each role may see. */
export type RouteRole = AccountRole | 'any';

/** The next higher role, which may do everything that this role may do. */
const NEXT_ROLE: { readonly [R in RouteRole]?: AccountRole } = {
  viewer: 'member',
  member: 'admin',
  billing: 'admin',
  admin: 'owner',
};

export function includesRole(role: CallerRole, least: RouteRole = 'any'): boolean {
  if (role === least || least === 'any') return true;
  const next = NEXT_ROLE[least];
  return next !== undefined && includesRole(role, next);
}

/** Roles that a member can have. Only a transfer makes someone the owner. */
export const MEMBER_ROLES = ['admin', 'billing', 'member', 'viewer'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];
/** Roles that single sign-on can give a person automatically. */
export const SSO_ROLES = ['billing', 'member', 'viewer'] as const;

/** Maximum members of an account, besides its owner, including open invitations. */
export const MAX_MEMBERS = 50;
/** Maximum number of other people's accounts that a person can join. */
export const MAX_JOINED_ACCOUNTS = 20;
export const INVITATION_DAYS = 7;

/** Status that an administrator sets. New accounts are active. */
export const USER_STATUS = { active: 1, inactive: 2 } as const;
export type UserStatus = (typeof USER_STATUS)[keyof typeof USER_STATUS];

export const LANGUAGES = ['en', 'fr'] as const;
export type Language = (typeof LANGUAGES)[number];

export const PASSWORD_MIN_LENGTH = 8;
export const PASSWORD_MAX_LENGTH = 128;
export const OTP_LENGTH = 4;

/** Stored, with the time, when a customer accepts the terms. */
export const TERMS_VERSION = '2024-10-10';

/**
 * Longest delay of a message about an account. With a longer one, the alarm of its queue, on which
 * password resets wait, would have to fire later.
 */
export const MAX_ACCOUNT_DELAY_SECONDS = 60;
