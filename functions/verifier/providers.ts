import { PROVIDERS, type Provider } from './data/providers.ts';

const bySuffix = new Map(PROVIDERS.flatMap((provider) => provider.mx.map((mx) => [mx, provider])));

/**
 * The provider that runs a mail host, or undefined if it is not in the provider table.
 *
 * @param mxHost host name in upper or lower case, with or without a final dot
 */
export function providerOf(mxHost: string): Provider | undefined {
  let name = mxHost.toLowerCase().replace(/\.$/, '');
  for (;;) {
    const provider = bySuffix.get(name);
    if (provider) return provider;
    const dot = name.indexOf('.');
    if (dot < 0) return undefined;
    name = name.slice(dot + 1);
  }
}
