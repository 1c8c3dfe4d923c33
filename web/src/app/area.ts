import type { Me } from '../../../shared/contract/account.ts';
import { ROLE } from '../../../shared/model/account.ts';
import { paths } from '../lib/paths.ts';

/** Areas of the app by audience; `terms` is for customers who must still accept the terms. */
export const AREAS = ['visitor', 'terms', 'customer', 'admin'] as const;
export type Area = (typeof AREAS)[number];
/** Areas for logged-in users. */
export type UserArea = Exclude<Area, 'visitor'>;

export function areaOf({ role, terms_accepted }: Pick<Me, 'role' | 'terms_accepted'>): UserArea {
  if (role === ROLE.admin) return 'admin';
  return terms_accepted === 1 ? 'customer' : 'terms';
}

/** Start page of each area, to which users are redirected from other pages. */
export const areaHomePaths = {
  visitor: paths.login,
  terms: paths.terms,
  customer: paths.dashboard,
  admin: paths.adminDashboard,
} as const satisfies Record<Area, string>;

/** Returns the start page of a user. Members who only see the billing start there. */
export function homePathOf(me: Me): string {
  if (me.factor_required) return paths.security;
  const area = areaOf(me);
  return area === 'customer' && me.account_role === 'billing'
    ? paths.invoices
    : areaHomePaths[area];
}
