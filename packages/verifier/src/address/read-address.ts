import { parseAddress } from './parse-address.ts';

/**
 * Parses an address by RFC 5321 and its extensions. Returns the domain and a key that is the same
 * for all spellings of a mailbox; undefined if the syntax is invalid.
 */
export function readAddress(
  address: string,
): { readonly key: string; readonly domain: string } | undefined {
  const parsed = parseAddress(address);
  return parsed.valid ? { key: parsed.normalized, domain: parsed.ascii } : undefined;
}

/**
 * The canonical form of all spellings of a mailbox; undefined if it is not an address, or has
 * misplaced dots, because an account must be sure to get its mail.
 */
export function normalizeAddress(address: string): string | undefined {
  const parsed = parseAddress(address);
  return parsed.valid && !parsed.breach ? parsed.normalized : undefined;
}
