import { PROVIDERS, type Provider } from './providers.ts';
import { withParents } from './parent-domains.ts';

const bySuffix = new Map(PROVIDERS.flatMap((provider) => provider.mx.map((mx) => [mx, provider])));

/**
 * The provider that runs a mail host, or undefined if it is not in the provider table.
 *
 * @param mxHost host name in upper or lower case, with or without the trailing dot
 */
export function providerOf(mxHost: string): Provider | undefined {
  return withParents(mxHost.toLowerCase().replace(/\.$/, ''))
    .map((name) => bySuffix.get(name))
    .find((provider) => provider !== undefined);
}
