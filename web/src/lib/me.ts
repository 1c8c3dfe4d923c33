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
 * Returns a function that compares a least role with the user's role in the account. Visitors may do
 * only what has no least role.
 */
export function useMay(): (least: RouteRole | undefined) => boolean {
  const role = useContext(MeContext)?.account_role;
  return (least) => least === undefined || (role !== undefined && includesRole(role, least));
}
