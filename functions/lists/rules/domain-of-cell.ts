import { readAddress } from '../../../packages/verifier/src/address/read-address.ts';
import { addressOfCell } from '../../../shared/list-file/address-cell.ts';

/** A domain with nothing around it, as nearly all cells have it: reading those takes no time. */
const PLAIN = /^[a-z\d.-]+$/i;

/** The domain of a cell's address, in ASCII and lower case; empty where it has none. */
export function domainOfCell(cell: string): string {
  const domain = cell.slice(cell.lastIndexOf('@') + 1);
  if (PLAIN.test(domain)) return domain.toLowerCase();
  return readAddress(addressOfCell(cell))?.domain ?? '';
}

const AT = '@'.charCodeAt(0);

/** FNV-1a of what stands from a place on, folded to 16 bits; -1 where that is not lower-case ASCII. */
function hashFrom(text: string, start: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const isPlain = (code >= 97 && code <= 122) || (code >= 45 && code <= 57 && code !== 47);
    if (!isPlain) return -1;
    hash = Math.imul(hash ^ code, 0x01000193);
  }
  return (hash ^ (hash >>> 16)) & 0xffff;
}

/** A hash of a domain, in ASCII and lower case: domains with different ones differ. */
export const domainHash = (domain: string): number => hashFrom(domain, 0) & 0xffff;

/** The hash of the domain of a cell's address, which is not cut out of it where it stands plain. */
export function domainHashOfCell(cell: string): number {
  let start = cell.length;
  // A loop takes half the time of `lastIndexOf`, for each row of a list.
  while (start > 0 && cell.charCodeAt(start - 1) !== AT) start -= 1;
  const hash = hashFrom(cell, start);
  return hash < 0 ? domainHash(domainOfCell(cell)) : hash;
}
