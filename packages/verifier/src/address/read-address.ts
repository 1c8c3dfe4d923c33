import { parseAddress } from './parse-address.ts';

/**
 * Parses an address. Returns the domain in A-labels, and a key that is equal for all spellings of
 * the address; undefined if the address is invalid.
 */
export function readAddress(
  address: string,
): { readonly key: string; readonly domain: string } | undefined {
  const parsed = parseAddress(address);
  return parsed.valid ? { key: parsed.normalized, domain: parsed.ascii } : undefined;
}

/** Returns the canonical spelling; undefined if the address is invalid or has misplaced dots. */
export function normalizeAddress(address: string): string | undefined {
  const parsed = parseAddress(address);
  return parsed.valid && !parsed.breach ? parsed.normalized : undefined;
}
