import { parseAddress } from './parse-address.ts';

/**
 * Reads the syntax of an address by RFC 5321 and its extensions: the key under which all spellings
 * of a mailbox meet, and its domain. Undefined where the syntax is wrong.
 */
export function readAddress(
  address: string,
): { readonly key: string; readonly domain: string } | undefined {
  const parsed = parseAddress(address);
  return parsed.valid ? { key: parsed.normalized, domain: parsed.ascii } : undefined;
}

/**
 * The form under which all spellings of one mailbox meet; undefined for what is no address, and for
 * one whose dots are misplaced, because an account must be sure to get its mail.
 */
export function normalAddress(address: string): string | undefined {
  const parsed = parseAddress(address);
  return parsed.valid && !parsed.breach ? parsed.normalized : undefined;
}
