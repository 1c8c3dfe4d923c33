import { parseAddress } from './parse-address.ts';

/**
 * Parses an address by RFC 5321 and its extensions. Returns its domain in A-labels, and a key that
 * is the same for all spellings of a mailbox; undefined if the syntax is invalid.
 */
export function readAddress(
  address: string,
): { readonly key: string; readonly domain: string } | undefined {
  const parsed = parseAddress(address);
  return parsed.valid ? { key: parsed.normalized, domain: parsed.ascii } : undefined;
}

/**
 * Returns the canonical form of all spellings of a mailbox. Undefined for an invalid address, and
 * for misplaced dots, because an account's emails must reach it.
 */
export function normalizeAddress(address: string): string | undefined {
  const parsed = parseAddress(address);
  return parsed.valid && !parsed.breach ? parsed.normalized : undefined;
}
