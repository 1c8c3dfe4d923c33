import { MAX_ADDRESSES } from '../../../shared/model/upload-limits.ts';
import type { ReadAddress } from '../../checks/rules/read-address.ts';
import { FileProblem } from './csv/file-problem.ts';
import { createStringSet } from './string-set.ts';

/** The distinct addresses of a list, numbered in the order in which they first occur. */
export interface AddressIndex {
  /** Distinct addresses, those of bad syntax included. */
  readonly size: number;
  readonly badSyntax: number;
  /**
   * The ordinal of an address. Spellings that are one mailbox to the engine, and bad ones that
   * differ in case alone, share it; the first spelling is kept.
   * @throws {FileProblem} `too_many_addresses`
   */
  add(address: string): number;
  bytes(ordinal: number): Uint8Array;
  /**
   * Ordinals of the addresses with valid syntax, domain by domain, so that a domain's addresses
   * travel in few connections; `domainAt` names the domain of each position by a number.
   */
  byDomain(): { readonly ordinals: Uint32Array; domainAt(position: number): number };
}

const BAD_SYNTAX = 0xff_ff_ff_ff;

export function createAddressIndex(
  readAddress: ReadAddress,
  seed: number,
  limit = MAX_ADDRESSES,
): AddressIndex {
  const addresses = createStringSet(seed);
  const domains = createStringSet(seed);
  let domainOf = new Uint32Array(1024);
  let badSyntax = 0;

  return {
    get size() {
      return addresses.size;
    },
    get badSyntax() {
      return badSyntax;
    },
    add(address) {
      const read = readAddress(address);
      const before = addresses.size;
      const ordinal = addresses.add(read?.key ?? address.toLowerCase(), address);
      if (addresses.size === before) return ordinal;
      if (addresses.size > limit) throw new FileProblem('too_many_addresses');
      if (ordinal === domainOf.length) {
        const wider = new Uint32Array(ordinal * 2);
        wider.set(domainOf);
        domainOf = wider;
      }
      domainOf[ordinal] = read ? domains.add(read.domain) : BAD_SYNTAX;
      if (!read) badSyntax += 1;
      return ordinal;
    },
    bytes: (ordinal) => addresses.bytes(ordinal),
    byDomain() {
      const ends = new Uint32Array(domains.size);
      for (let ordinal = 0; ordinal < addresses.size; ordinal += 1) {
        const domain = domainOf[ordinal] ?? BAD_SYNTAX;
        if (domain !== BAD_SYNTAX) ends[domain] = (ends[domain] ?? 0) + 1;
      }
      for (let domain = 1; domain < ends.length; domain += 1)
        ends[domain] = (ends[domain] ?? 0) + (ends[domain - 1] ?? 0);
      const ordinals = new Uint32Array(addresses.size - badSyntax);
      // Filled from the end, so that each domain keeps the order of the file.
      for (let ordinal = addresses.size - 1; ordinal >= 0; ordinal -= 1) {
        const domain = domainOf[ordinal] ?? BAD_SYNTAX;
        if (domain === BAD_SYNTAX) continue;
        const place = (ends[domain] ?? 0) - 1;
        ends[domain] = place;
        ordinals[place] = ordinal;
      }
      return {
        ordinals,
        domainAt: (position) => domainOf[ordinals[position] ?? BAD_SYNTAX] ?? BAD_SYNTAX,
      };
    },
  };
}
