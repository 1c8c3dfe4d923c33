import { MAX_ADDRESSES } from '../model/upload-limits.ts';
import { readAddress } from '../../packages/verifier/src/address/read-address.ts';
import { FileError } from './file-error.ts';

/** Creates an index that numbers the distinct addresses of a list in order of first occurrence. */
export function createAddressIndex(limit = MAX_ADDRESSES) {
  const ordinals = new Map<string, number>();
  const spellings: string[] = [];
  const byDomain = new Map<string, number[]>();
  const malformed = new Set<number>();

  return {
    /** Number of distinct addresses, including invalid addresses. */
    get size(): number {
      return spellings.length;
    },
    get badSyntax(): number {
      return malformed.size;
    },
    isValid: (ordinal: number): boolean => malformed.size === 0 || !malformed.has(ordinal),
    /**
     * Returns the ordinal of an address. All spellings of a mailbox share an ordinal, as do invalid
     * addresses that differ only in case. Keeps the first spelling.
     * @throws {FileError} `too_many_addresses`
     */
    add(address: string): number {
      const parsed = readAddress(address);
      const key = parsed?.key ?? address.toLowerCase();
      const existing = ordinals.get(key);
      if (existing !== undefined) return existing;
      if (spellings.length === limit) throw new FileError('too_many_addresses');
      const ordinal = spellings.length;
      const copy = copyString(address);
      ordinals.set(key === address ? copy : copyString(key), ordinal);
      spellings.push(copy);
      if (!parsed) {
        malformed.add(ordinal);
      } else {
        const group = byDomain.get(parsed.domain);
        if (group) group.push(ordinal);
        else byDomain.set(parsed.domain, [ordinal]);
      }
      return ordinal;
    },
    /** The first spelling of an address. @throws {RangeError} for an unknown ordinal */
    address(ordinal: number): string {
      const spelling = spellings[ordinal];
      if (spelling === undefined) throw new RangeError(`no address has the ordinal ${ordinal}`);
      return spelling;
    },
    domains: (): Iterable<readonly number[]> => byDomain.values(),
    /** The `count` domains with the most addresses, largest first, in lowercase ASCII. */
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

/** Copies a string, because a substring keeps the whole original string in memory. */
const copyString = (text: string): string => JSON.parse(JSON.stringify(text)) as string;
