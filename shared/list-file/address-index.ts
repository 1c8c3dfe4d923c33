import { MAX_ADDRESSES } from '../model/upload-limits.ts';
import { readAddress } from '../../packages/verifier/src/address/read-address.ts';
import { FileError } from './file-error.ts';

/** The distinct addresses of a list, numbered in the order in which they first occur. */
export function createAddressIndex(limit = MAX_ADDRESSES) {
  const ordinals = new Map<string, number>();
  const spellings: string[] = [];
  const byDomain = new Map<string, number[]>();
  const malformed = new Set<number>();

  return {
    /** Distinct addresses, those of bad syntax included. */
    get size(): number {
      return spellings.length;
    },
    get badSyntax(): number {
      return malformed.size;
    },
    isValid: (ordinal: number): boolean => malformed.size === 0 || !malformed.has(ordinal),
    /**
     * The ordinal of an address. Spellings that are one mailbox to the engine, and bad ones that
     * differ in case alone, share it; the first spelling is kept.
     * @throws {FileError} `too_many_addresses`
     */
    add(address: string): number {
      const read = readAddress(address);
      const key = read?.key ?? address.toLowerCase();
      const known = ordinals.get(key);
      if (known !== undefined) return known;
      if (spellings.length === limit) throw new FileError('too_many_addresses');
      const ordinal = spellings.length;
      const kept = detached(address);
      ordinals.set(key === address ? kept : detached(key), ordinal);
      spellings.push(kept);
      if (!read) {
        malformed.add(ordinal);
      } else {
        const group = byDomain.get(read.domain);
        if (group) group.push(ordinal);
        else byDomain.set(read.domain, [ordinal]);
      }
      return ordinal;
    },
    /** The first spelling; throws RangeError for no ordinal. */
    address(ordinal: number): string {
      const spelling = spellings[ordinal];
      if (spelling === undefined) throw new RangeError(`there is no address ${ordinal}`);
      return spelling;
    },
    /**
     * Ordinals of the addresses with valid syntax, domain by domain, so that a domain's addresses
     * travel in few connections.
     */
    domains: (): Iterable<readonly number[]> => byDomain.values(),
    /** The `count` domains of most addresses, the largest first, in ASCII and lower case. */
    largestDomains(count: number): string[] {
      const found: (readonly [domain: string, size: number])[] = [];
      for (const [domain, { length }] of byDomain) {
        if (found.length === count && length <= (found.at(-1)?.[1] ?? 0)) continue;
        const at = found.findIndex(([, size]) => size < length);
        found.splice(at < 0 ? found.length : at, 0, [domain, length]);
        found.length = Math.min(found.length, count);
      }
      return found.map(([domain]) => domain);
    },
  };
}

export type AddressIndex = ReturnType<typeof createAddressIndex>;

/** A copy of a text: one cut out of a longer text keeps all of that in memory. */
const detached = (text: string): string => JSON.parse(JSON.stringify(text)) as string;
