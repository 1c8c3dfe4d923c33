import { parseAddress } from '../../../shared/address/parse-address.ts';
import { suggest } from './suggest.ts';

/** One line of NDJSON for one address. Every key is present; a value that is missing is null. */
export function parseLine(line: string): string {
  const address = parseAddress(line);
  if (!address.valid) {
    const { valid, reason, detail } = address;
    return JSON.stringify({ valid, reason, detail, ...NOTHING });
  }
  const { valid, local, domain, ascii, normalized } = address;
  const suggestion = suggest(address) ?? null;
  const found = { local, domain, ascii, normalized, suggestion };
  return JSON.stringify({ valid, reason: null, detail: null, ...found });
}

const NOTHING = { local: null, domain: null, ascii: null, normalized: null, suggestion: null };
