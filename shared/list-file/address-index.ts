import { MAX_ADDRESSES } from '../model/upload-limits.ts';
import { readAddress } from '../address/read-address.ts';
import { FileProblem } from './file-problem.ts';

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
  /** The first spelling; throws RangeError for no ordinal. */
  address(ordinal: number): string;
  /**
   * Ordinals of the addresses with valid syntax, domain by domain, so that a domain's addresses
   * travel in few connections.
   */
  domains(): Iterable<readonly number[]>;
}

export function createAddressIndex(limit = MAX_ADDRESSES): AddressIndex {
  const ordinals = new Map<string, number>();
  const spellings: string[] = [];
  const byDomain = new Map<string, number[]>();
  let badSyntax = 0;

  return {
    get size() {
      return spellings.length;
    },
    get badSyntax() {
      return badSyntax;
    },
    add(address) {
      const read = readAddress(address);
      const key = read?.key ?? address.toLowerCase();
      const known = ordinals.get(key);
      if (known !== undefined) return known;
      if (spellings.length === limit) throw new FileProblem('too_many_addresses');
      const ordinal = spellings.length;
      const kept = detached(address);
      ordinals.set(key === address ? kept : detached(key), ordinal);
      spellings.push(kept);
      if (!read) badSyntax += 1;
      else {
        const group = byDomain.get(read.domain);
        if (group) group.push(ordinal);
        else byDomain.set(read.domain, [ordinal]);
      }
      return ordinal;
    },
    address(ordinal) {
      const spelling = spellings[ordinal];
      if (spelling === undefined) throw new RangeError(`there is no address ${ordinal}`);
      return spelling;
    },
    domains: () => byDomain.values(),
  };
}

/** A copy of a text: one cut out of a longer text keeps all of that in memory. */
const detached = (text: string): string => JSON.parse(JSON.stringify(text)) as string;
