import { DISPOSABLE_PARENTS, isListedDisposable } from '../data/disposable-domains.ts';
import { FREE_DOMAINS } from '../data/free-domains.ts';
import { NOT_DISPOSABLE } from '../data/not-disposable.ts';
import { ROLE_NAMES } from '../data/role-names.ts';
import type { ParsedAddress } from '../../../shared/address/types.ts';

/** What an address is by its name alone, without asking its server. */
export interface AddressKinds {
  /** A function rather than a person, such as `info` or `comptabilite`. */
  role: boolean;
  /** A throw-away mailbox. */
  disposable: boolean;
  /** A consumer mailbox provider's domain, such as `gmail.com` or `orange.fr`. */
  free: boolean;
  /** A subaddress (RFC 5233), such as `ada+news`. */
  tagged: boolean;
}

/** Looks an address up in the role, disposable and free lists. */
export function kindsOf({ local, ascii }: ParsedAddress): AddressKinds {
  return {
    role: isRole(local),
    disposable: isDisposable(ascii),
    free: FREE_DOMAINS.has(ascii),
    tagged: local.indexOf('+') > 0,
  };
}

/** Whether a local part names a function rather than a person. */
function isRole(local: string): boolean {
  return ROLE_NAMES.has(functionName(local));
}

const ASCII = /^[ -~]*$/;

/** The local part in lower case, without a subaddress (RFC 5233) and without accents. */
function functionName(local: string): string {
  const plus = local.indexOf('+');
  const name = (plus < 0 ? local : local.slice(0, plus)).toLowerCase();
  if (ASCII.test(name)) return name;
  return name.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
}

function isDisposable(ascii: string): boolean {
  if (isListedDisposable(ascii) && !isException(ascii)) return true;
  for (let name = ascii; name.includes('.'); name = name.slice(name.indexOf('.') + 1))
    if (DISPOSABLE_PARENTS.has(name) && !isException(name)) return true;
  return false;
}

const isException = (name: string): boolean => NOT_DISPOSABLE.has(name) || FREE_DOMAINS.has(name);
