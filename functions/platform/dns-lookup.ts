import { Resolver } from 'node:dns/promises';

const TIMEOUT_MS = 3000;

/** Looks up public DNS records. Resolves to [] if none exist; rejects if the lookup fails. */
export interface DnsLookup {
  addresses(name: string): Promise<string[]>;
  names(address: string): Promise<string[]>;
  texts(name: string): Promise<string[]>;
  /** Mail hosts, in order of preference. */
  exchanges(name: string): Promise<string[]>;
  /** The entries of a DNS block list (RFC 5782) for an IPv4 address. */
  listings(address: string, zone: string): Promise<string[]>;
}

/**
 * @param servers `address:port` of resolvers, comma separated; the system's if empty
 * @param timeout of the first attempt, in milliseconds; a second attempt takes twice as long
 */
export function createDnsLookup(servers: string, timeout = TIMEOUT_MS): DnsLookup {
  const resolver = new Resolver({ timeout, tries: 2 });
  if (servers !== '') resolver.setServers(servers.split(','));
  return {
    addresses: (name) => emptyIfNotFound(resolver.resolve4(name)),
    names: (address) =>
      emptyIfNotFound(resolver.resolvePtr(`${reverseOctets(address)}.in-addr.arpa`)),
    texts: async (name) =>
      (await emptyIfNotFound(resolver.resolveTxt(name))).map((text) => text.join('')),
    exchanges: async (name) =>
      (await emptyIfNotFound(resolver.resolveMx(name)))
        .toSorted((a, b) => a.priority - b.priority)
        .map(({ exchange }) => exchange.toLowerCase()),
    listings: (address, zone) =>
      emptyIfNotFound(resolver.resolve4(`${reverseOctets(address)}.${zone}`)),
  };
}

/** Reverses the octets of an IPv4 address, as names of PTR records and block lists require. */
const reverseOctets = (address: string): string => address.split('.').toReversed().join('.');

async function emptyIfNotFound<T>(answer: Promise<T[]>): Promise<T[]> {
  try {
    return await answer;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOTFOUND' || code === 'ENODATA') return [];
    throw error;
  }
}
