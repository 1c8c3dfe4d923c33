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

const SUBJECTS = [false, true].flatMap((disposable) =>
  [false, true].map((free) => {
    const shared = { disposable, free, suggestion: undefined };
    return { person: { role: false, ...shared }, role: { role: true, ...shared } };
  }),
);

/** @param address any of its domain */
export function loreOf(address: ParsedAddress): Lore {
  const { disposable, free } = kindsOf(address);
  const subjects = SUBJECTS.find(
    ({ person }) => person.disposable === disposable && person.free === free,
  );
  if (!subjects) throw new RangeError('no such subject');
  return { subjects, meant: suggest(address)?.slice(address.local.length + 1) };
}

/** What an address says about itself, the domain being known: most share a subject with others. */
export function subjectOf({ local }: ParsedAddress, lore: Lore): Subject {
  const subject = isRole(local) ? lore.subjects.role : lore.subjects.person;
  return lore.meant === undefined ? subject : { ...subject, suggestion: `${local}@${lore.meant}` };
}
