/**
 * Reads the syntax of an address: the key under which all spellings of a mailbox meet, and its
 * domain. Undefined where the syntax is wrong.
 */
export type ReadAddress = (
  address: string,
) => { readonly key: string; readonly domain: string } | undefined;
