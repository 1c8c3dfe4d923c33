import type { Me } from '../../../shared/contract/account.ts';
import { ROLE } from '../../../shared/model/account.ts';
import { paths } from '../lib/paths.ts';

/** The parts of the app; a signed-in user is at home in exactly one of them. */
export type Area = 'admin' | 'terms' | 'customer';

export function areaOf({ role, terms_accepted }: Pick<Me, 'role' | 'terms_accepted'>): Area {
  if (role === ROLE.admin) return 'admin';
  return terms_accepted === 1 ? 'customer' : 'terms';
}

/** Where users of an area are sent. */
export const homeOf = {
  admin: paths.adminDashboard,
  terms: paths.termsAccept,
  customer: paths.dashboard,
} as const satisfies Record<Area, string>;
