import { isRole, kindsOf } from '../address/kinds.ts';
import { suggest } from '../address/suggest.ts';
import type { ParsedAddress } from '../address/types.ts';
import type { Subject } from '../verdict.ts';

/** What the domain alone decides, with one subject for all its people and one for its functions. */
interface Lore {
  person: Subject;
  role: Subject;
  /** The domain that may have been meant. */
  meant: string | undefined;
}

/** Domains remembered. Beyond that all are forgotten at once. */
const REMEMBERED = 20_000;

/** What addresses say about themselves, remembered by domain: many share one, and its subjects. */
export function createSubjects(): (address: ParsedAddress) => Subject {
  const known = new Map<string, Lore>();
  return (address) => {
    const { ascii, local } = address;
    let lore = known.get(ascii);
    if (!lore) {
      if (known.size >= REMEMBERED) known.clear();
      lore = loreOf(address);
      known.set(ascii, lore);
    }
    const subject = isRole(local) ? lore.role : lore.person;
    return lore.meant === undefined
      ? subject
      : { ...subject, suggestion: `${local}@${lore.meant}` };
  };
}

function loreOf(address: ParsedAddress): Lore {
  const { disposable, free } = kindsOf(address);
  const shared = { disposable, free, suggestion: undefined };
  return {
    person: { role: false, ...shared },
    role: { role: true, ...shared },
    meant: suggest(address)?.slice(address.local.length + 1),
  };
}
