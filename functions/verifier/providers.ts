import { PROVIDERS } from './data/providers.ts';

/** A family of mail hosts that answers alike, recognised by the names of its mail hosts. */
export interface Provider {
  /** Short stable name, used in verdicts, rules and remembered facts. */
  id: string;
  /** Suffixes of mail host names, lower case; matched on whole labels, the longest wins. */
  mx: readonly string[];
  /** Most recipients to put in one transaction before the server objected. */
  recipientsPerTransaction: number;
  /** Sessions open at once from one egress identity: where to start and where to stop growing. */
  sessions: { initial: number; max: number };
  /** Whether the random recipient that unmasks a catch-all domain needs a transaction of its own. */
  probe: 'same_transaction' | 'own_transaction';
}

const bySuffix = new Map(PROVIDERS.flatMap((provider) => provider.mx.map((mx) => [mx, provider])));

/**
 * The provider behind a mail host, or undefined when nobody in the table runs it.
 *
 * @param mxHost host name in any case, with or without a final dot
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
