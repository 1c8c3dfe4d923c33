import type { Egress } from '../types.ts';
import { digest } from './block.ts';

/**
 * The egress addresses in the order in which a domain prefers them (rendezvous hashing): whichever
 * process asks, a domain that greylists sees the same one, and an address that comes or goes moves
 * no domain between two others.
 */
export function inOrderOf(domain: string, egresses: readonly Egress[]): readonly Egress[] {
  if (egresses.length < 2) return egresses;
  return egresses
    .map((egress) => ({ egress, weight: digest(`${egress.helo} ${domain}`) }))
    .sort((a, b) => (a.weight < b.weight ? -1 : 1))
    .map(({ egress }) => egress);
}
