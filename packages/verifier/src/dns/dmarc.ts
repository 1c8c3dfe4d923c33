import type { CircuitBreaker } from '../flow/circuit-breaker.ts';
import type { Resolver } from './resolver.ts';
import { withParents } from '../data/parent-domains.ts';

const MAX_LABELS = 7;
/** A DMARC record (RFC 9989 §4.8): the version comes first, and its value is in capital letters. */
const DMARC_RECORD = /^v[ \t]*=[ \t]*DMARC1[ \t]*(?:;|$)/;

export type DmarcPresence = 'yes' | 'no';

/**
 * Finds DMARC records by the tree walk of RFC 9989 §4.10
 * (https://www.rfc-editor.org/rfc/rfc9989#section-4.10): at the domain, then at each parent name of
 * at most seven labels. Several records at one name count as none. Lookups never reject, and their
 * failures do not open the breaker.
 */
export function createDmarcLookup(resolver: Pick<Resolver, 'lookup'>) {
  /**
   * @param isWanted whether the caller still needs the result
   * @returns undefined if the DNS failed or the result is no longer wanted
   */
  return async (
    domain: string,
    breaker: CircuitBreaker,
    isWanted: () => boolean,
  ): Promise<DmarcPresence | undefined> => {
    const passiveBreaker = { ...breaker, allows: () => !breaker.isOpen(), failed: () => {} };
    const [, ...parents] = withParents(domain);
    for (const name of [domain, ...parents.slice(-MAX_LABELS)]) {
      // Lookups of parent names are shared, so other domains may still need the result.
      const allows =
        name === domain ? () => isWanted() && passiveBreaker.allows() : passiveBreaker.allows;
      const answer = await resolver.lookup(`_dmarc.${name}`, 'TXT', { ...passiveBreaker, allows });
      if (answer.kind === 'failed') return undefined;
      const texts = answer.kind === 'found' ? answer.texts : [];
      if (texts.filter((text) => DMARC_RECORD.test(text)).length === 1) return 'yes';
    }
    return 'no';
  };
}
