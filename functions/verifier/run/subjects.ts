import { isRole, kindsOf } from '../address/kinds.ts';
import { suggest } from '../address/suggest.ts';
import type { ParsedAddress } from '../address/types.ts';
import type { Subject } from '../verdict.ts';

/** What a domain decides for all of its addresses. */
export interface Lore {
  /** One for people, one for functions. All domains of a kind share them. */
  subjects: { person: Subject; role: Subject };
  /** The domain that may have been meant. */
  meant: string | undefined;
}

/** Of domains that are meant as they are written. */
const LORE: readonly Lore[] = [false, true].flatMap((disposable) =>
  [false, true].map((free) => {
    const shared = { disposable, free, suggestion: undefined };
    const subjects = { person: { role: false, ...shared }, role: { role: true, ...shared } };
    return { subjects, meant: undefined };
  }),
);

/** @param address any of its domain */
export function loreOf(address: ParsedAddress): Lore {
  const { disposable, free } = kindsOf(address);
  const lore = LORE.find(
    ({ subjects: { person } }) => person.disposable === disposable && person.free === free,
  );
  if (!lore) throw new RangeError('no such subject');
  const meant = suggest(address)?.slice(address.local.length + 1);
  return meant === undefined ? lore : { ...lore, meant };
}

/** What an address says about itself, the domain being known: most share a subject with others. */
export function subjectOf({ local }: ParsedAddress, lore: Lore): Subject {
  const subject = isRole(local) ? lore.subjects.role : lore.subjects.person;
  return lore.meant === undefined ? subject : { ...subject, suggestion: `${local}@${lore.meant}` };
}
