import type { Breaker } from '../flow/breaker.ts';
import type { Resolver } from './resolver.ts';
import { withParents } from '../data/with-parents.ts';

/** Labels of the longest name that is asked after the domain itself. */
const MAX_LABELS = 7;
/** A record of RFC 9989 §4.8: the version comes first, and its value in capitals. */
const RECORD = /^v[ \t]*=[ \t]*DMARC1[ \t]*(?:;|$)/;

/** Whether a domain has a DMARC record, its own or one above it. */
export type Dmarc = 'yes' | 'no';

/**
 * Finds DMARC records by the tree walk of RFC 9989 §4.10
 * (https://www.rfc-editor.org/rfc/rfc9989#section-4.10): at the domain, then at each name above it,
 * seven labels at most. Several records at one name count as none. It never rejects, and what fails
 * here opens no breaker.
 */
export function createDmarcLookup(resolver: Pick<Resolver, 'lookup'>) {
  /**
   * @param isWanted whether somebody still waits for the answer
   * @returns undefined where it is not known: the DNS failed, or nobody waits
   */
  return async (
    domain: string,
    breaker: Breaker,
    isWanted: () => boolean,
  ): Promise<Dmarc | undefined> => {
    const quiet = { ...breaker, allows: () => !breaker.isOpen(), failed: () => {} };
    const [, ...above] = withParents(domain);
    for (const name of [domain, ...above.slice(-MAX_LABELS)]) {
      // For the answers about names above it, other domains may wait, too.
      const allows = name === domain ? () => isWanted() && quiet.allows() : quiet.allows;
      const answer = await resolver.lookup(`_dmarc.${name}`, 'TXT', { ...quiet, allows });
      if (answer.kind === 'failed') return undefined;
      const texts = answer.kind === 'found' ? answer.texts : [];
      if (texts.filter((text) => RECORD.test(text)).length === 1) return 'yes';
    }
    return 'no';
  };
}
