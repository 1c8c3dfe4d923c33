import { isIP } from 'node:net';
import { MAX_ENDPOINT_URL_LENGTH } from '../../../shared/model/webhook.ts';
import { isPublicAddress } from '../../../packages/verifier/src/address/public-address.ts';

/** Names that lead nowhere on the internet: RFC 6761, 6762, 7686 and 8375, and ICANN's `internal`. */
const LOCAL_NAME = /(?:^|\.)(?:localhost|local|internal|home\.arpa|onion)$/;

export interface EndpointUrls {
  /** The URL as it is asked, or undefined for one that is refused. */
  normal(text: string): string | undefined;
}

/**
 * Which URLs events may be sent to: HTTPS to a public host. A name may lead to a private address
 * all the same, so that an attempt looks at each address that it connects to.
 * @param allowPrivate also HTTP and our own network, where all of it is simulated
 */
export const createEndpointUrls = (allowPrivate: boolean): EndpointUrls => ({
  normal(text) {
    const url = URL.parse(text);
    if (!url || url.href.length > MAX_ENDPOINT_URL_LENGTH) return undefined;
    if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:')) return undefined;
    if (url.username || url.password || url.hash) return undefined;
    // The parser has made every spelling of an address the usual one: https://url.spec.whatwg.org/
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
    const isPublic = isIP(host)
      ? isPublicAddress(host)
      : host.includes('.') && !LOCAL_NAME.test(host);
    return isPublic || allowPrivate ? url.href : undefined;
  },
});
