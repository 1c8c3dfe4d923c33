import { parseAddress } from '../address/parse-address.ts';
import { suggestCorrection } from '../address/suggest-correction.ts';
import { formatCommandLine } from './command-line.ts';
import { runLineMapper } from './map-lines.ts';

const NO_ERROR = { reason: null, detail: null };
const NO_FIELDS = { local: null, domain: null, ascii: null, normalized: null, suggestion: null };

await runLineMapper({
  help: `Parses email addresses.

Usage: ${formatCommandLine('parse')} < addresses.txt > addresses.ndjson

Reads one address per line from standard input. A line ends with LF or CRLF; all other characters are the
address, spaces included.

Writes one JSON object per line to standard output, in the same order. Every key is present; its
value is null if there is none:
  valid       whether mail can be sent to the address (RFC 5321, RFC 6531)
  reason      bad_syntax, or null if valid
  detail      what is wrong, such as local_too_long
  local       the part before the @, as written
  domain      the domain, lower case, in U-labels
  ascii       the domain in A-labels
  normalized  equal for two addresses that are treated as one
  suggestion  a likely intended address

Exit codes: 0 success, 1 reading or writing failed, 2 wrong usage.
`,
  toLine: parseLine,
});

/** Returns one line of NDJSON for an address. Every key is present; missing values are null. */
function parseLine(line: string): string {
  const address = parseAddress(line);
  if (!address.valid) return JSON.stringify({ ...address, ...NO_FIELDS });
  const { valid, local, domain, ascii, normalized } = address;
  const suggestion = suggestCorrection(address) ?? null;
  return JSON.stringify({ valid, ...NO_ERROR, local, domain, ascii, normalized, suggestion });
}
