import { isRole, kindsOf } from '../address/kinds.ts';
import { suggest } from '../address/suggest.ts';
import type { ParsedAddress } from '../address/types.ts';
import type { Subject } from '../verdict.ts';

/** What a domain decides for all of its addresses: one subject for people, one for functions. */
export interface Lore {
  person: Subject;
  role: Subject;
  /** The domain that may have been meant. */
  meant: string | undefined;
}

/** @param address any of its domain */
export function loreOf(address: ParsedAddress): Lore {
  const { disposable, free } = kindsOf(address);
  const shared = { disposable, free, suggestion: undefined };
  return {
    person: { role: false, ...shared },
    role: { role: true, ...shared },
    meant: suggest(address)?.slice(address.local.length + 1),
  };
}

/** What an address says about itself, the domain being known: most share a subject with others. */
export function subjectOf({ local }: ParsedAddress, lore: Lore): Subject {
  const subject = isRole(local) ? lore.role : lore.person;
  return lore.meant === undefined ? subject : { ...subject, suggestion: `${local}@${lore.meant}` };
}
