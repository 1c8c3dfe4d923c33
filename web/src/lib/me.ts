import { createContext, useContext } from 'react';
import type { Me } from '../../../shared/contract/account.ts';

export const MeContext = createContext<Me | undefined>(undefined);

/** Returns the logged-in user. @throws TypeError on a page for visitors */
export function useMe(): Me {
  const me = useContext(MeContext);
  if (me === undefined) throw new TypeError('useMe requires a logged-in user');
  return me;
}
