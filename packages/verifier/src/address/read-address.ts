import { parseAddress } from './parse-address.ts';

/** Parses an address. Returns its A-label domain, and a key equal for all spellings. */
export function readAddress(
  address: string,
): { readonly key: string; readonly domain: string } | undefined {
  const parsed = parseAddress(address);
  return parsed.valid ? { key: parsed.normalized, domain: parsed.ascii } : undefined;
}

/** The canonical spelling of a mailbox; undefined if it is invalid or has misplaced dots. */
export function normalizeAddress(address: string): string | undefined {
  const parsed = parseAddress(address);
  return parsed.valid && !parsed.breach ? parsed.normalized : undefined;
}
