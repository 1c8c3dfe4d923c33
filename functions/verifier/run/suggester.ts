import { suggest } from '../address/suggest.ts';
import type { ParsedAddress } from '../address/types.ts';

/** Domains remembered. Beyond that all are forgotten at once. */
const REMEMBERED = 10_000;

/** `suggest`, remembered by domain: the domain alone decides, and many addresses share one. */
export function createSuggester(): (address: ParsedAddress) => string | undefined {
  const meant = new Map<string, string | undefined>();
  return (address) => {
    const { ascii, local } = address;
    if (!meant.has(ascii)) {
      if (meant.size >= REMEMBERED) meant.clear();
      meant.set(ascii, suggest(address)?.slice(local.length + 1));
    }
    const domain = meant.get(ascii);
    return domain === undefined ? undefined : `${local}@${domain}`;
  };
}
