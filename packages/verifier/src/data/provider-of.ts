import { PROVIDERS, type Provider } from './providers.ts';
import { withParents } from './parent-domains.ts';

const bySuffix = new Map(PROVIDERS.flatMap((provider) => provider.mx.map((mx) => [mx, provider])));

/** @param mxHost in either case, with or without the trailing dot */
export function providerOf(mxHost: string): Provider | undefined {
  return withParents(mxHost.toLowerCase().replace(/\.$/, ''))
    .map((name) => bySuffix.get(name))
    .find((provider) => provider !== undefined);
}
