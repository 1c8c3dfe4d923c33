import type { ParsedAddress } from './types.ts';

/** What the name of an address says about it, whatever its server answers. */
export interface AddressKinds {
  role: boolean;
  disposable: boolean;
  free: boolean;
}

/** Looks an address up in the role, disposable and free lists. */
export function kindsOf(_address: ParsedAddress): AddressKinds {
  return { role: false, disposable: false, free: false };
}
