import { createContext, useContext } from 'react';
import type { Me } from '../../../shared/contract/account.ts';
import { includesRole, type RouteRole } from '../../../shared/model/account.ts';

export const MeContext = createContext<Me | undefined>(undefined);

/** Returns the logged-in user. @throws TypeError on a page for visitors */
export function useMe(): Me {
  const me = useContext(MeContext);
  if (me === undefined) throw new TypeError('useMe requires a logged-in user');
  return me;
}

/**
 * Least role for a page or control, or `person` for actions that a single sign-on session cannot
 * perform.
 */
export type LeastRole = RouteRole | 'person';

/**
 * Returns a function that compares a least role with the user's role in the account. Visitors may do
 * only what has no least role.
 */
export function useMay(): (least: LeastRole | undefined) => boolean {
  const me = useContext(MeContext);
  return (least) =>
    least === undefined ||
    (me !== undefined && (least === 'person' ? !me.via_sso : includesRole(me.account_role, least)));
}
