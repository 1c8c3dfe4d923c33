import type { AddressError, ParsedAddress } from './types.ts';

/** Reads one address. Never throws. */
export function parseAddress(input: string): ParsedAddress | AddressError {
  const at = input.lastIndexOf('@');
  if (at < 1) return { valid: false, reason: 'bad_syntax', detail: 'no_at' };
  const local = input.slice(0, at);
  const ascii = input.slice(at + 1).toLowerCase();
  return {
    valid: true,
    local,
    domain: ascii,
    ascii,
    normalized: `${local.toLowerCase()}@${ascii}`,
    wire: `${local}@${ascii}`,
    needsSmtpUtf8: false,
  };
}
