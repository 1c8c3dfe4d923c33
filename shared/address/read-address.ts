import { parseAddress } from './parse-address.ts';

/**
 * Reads the syntax of an address: the key under which all spellings of a mailbox meet, and its
 * domain. Undefined where the syntax is wrong.
 */
export type ReadAddress = (
  address: string,
) => { readonly key: string; readonly domain: string } | undefined;

/** Reads by RFC 5321 and its extensions; it needs no network. */
export const readAddress: ReadAddress = (address) => {
  const parsed = parseAddress(address);
  return parsed.valid ? { key: parsed.normalized, domain: parsed.ascii } : undefined;
};
