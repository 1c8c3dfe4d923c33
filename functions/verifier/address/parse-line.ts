import { parseAddress } from './parse-address.ts';
import { suggest } from './suggest.ts';

/** One address for one line of NDJSON, every key present, null where there is nothing. */
export function parseLine(line: string): string {
  const address = parseAddress(line);
  if (!address.valid) {
    const { valid, reason, detail } = address;
    return JSON.stringify({ valid, reason, detail, ...NOTHING });
  }
  const { valid, local, domain, ascii, normalized } = address;
  const suggestion = suggest(address) ?? null;
  return JSON.stringify({
    valid,
    reason: null,
    detail: null,
    local,
    domain,
    ascii,
    normalized,
    suggestion,
  });
}

const NOTHING = { local: null, domain: null, ascii: null, normalized: null, suggestion: null };
