import { isIP } from 'node:net';
import { MAX_ENDPOINT_URL_LENGTH } from '../../../shared/model/webhook.ts';
import { isPublicAddress } from '../../../packages/verifier/src/address/public-address.ts';

/** Names that are never in public DNS: RFC 6761, 6762, 7686 and 8375, and ICANN's `internal`. */
const LOCAL_NAME = /(?:^|\.)(?:localhost|local|internal|home\.arpa|onion)$/;

export interface EndpointUrlNormalizer {
  /** Returns the normalized URL; undefined if the URL is not allowed. */
  normalize(text: string): string | undefined;
}

/**
 * Allows only HTTPS URLs of public hosts. A public name may still resolve to a private IP address,
 * so the webhook client checks the addresses at each attempt.
 * @param allowPrivate whether to allow HTTP and private hosts too, for simulated environments
 */
export const createEndpointUrlNormalizer = (allowPrivate: boolean): EndpointUrlNormalizer => ({
  normalize(text) {
    const url = URL.parse(text);
    if (!url || url.href.length > MAX_ENDPOINT_URL_LENGTH) return undefined;
    if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:')) return undefined;
    if (url.username || url.password || url.hash) return undefined;
    // The URL parser normalizes all notations of IP addresses: https://url.spec.whatwg.org/
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
    const isPublic = isIP(host)
      ? isPublicAddress(host)
      : host.includes('.') && !LOCAL_NAME.test(host);
    return isPublic || allowPrivate ? url.href : undefined;
  },
});
