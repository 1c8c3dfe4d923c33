import { isIPv6 } from 'node:net';
import type { Egress } from '../model/types.ts';

/** An address family, named after its record type. */
export type AddressFamily = 'A' | 'AAAA';

/** IPv4 first: most mail hosts have it, and not every egress has IPv6. */
export const ADDRESS_FAMILIES: readonly AddressFamily[] = ['A', 'AAAA'];

/** Returns the families that an egress address can reach, in the order in which to try them. */
export function familiesOf(egress: Egress | undefined): readonly AddressFamily[] {
  if (egress?.kind !== 'direct' || egress.localAddress === undefined) return ADDRESS_FAMILIES;
  return [isIPv6(egress.localAddress) ? 'AAAA' : 'A'];
}
