import type { ParsedAddress } from './types.ts';

/** A likelier spelling of an address, or undefined. Never a judgement of the address itself. */
export function suggest(_address: ParsedAddress): string | undefined {
  return undefined;
}
