import { Resolver } from 'node:dns/promises';

const TIMEOUT_MS = 3000;

/** Looks up our own records in public DNS. Empty if none exist; rejects if the lookup fails. */
export interface DnsRecords {
  addresses(name: string): Promise<string[]>;
  names(address: string): Promise<string[]>;
  texts(name: string): Promise<string[]>;
  exchanges(name: string): Promise<string[]>;
  /** The entries of a DNS block list (RFC 5782) for an IPv4 address. */
  listings(address: string, zone: string): Promise<string[]>;
}

/** @param servers `address:port` of resolvers; an empty list uses the system's */
export function createDnsRecords(servers: readonly string[]): DnsRecords {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  return {
    addresses: (name) => emptyIfNotFound(resolver.resolve4(name)),
    names: (address) =>
      emptyIfNotFound(resolver.resolvePtr(`${reverseOctets(address)}.in-addr.arpa`)),
    texts: async (name) =>
      (await emptyIfNotFound(resolver.resolveTxt(name))).map((text) => text.join('')),
    exchanges: async (name) =>
      (await emptyIfNotFound(resolver.resolveMx(name))).map(({ exchange }) => exchange),
    listings: (address, zone) =>
      emptyIfNotFound(resolver.resolve4(`${reverseOctets(address)}.${zone}`)),
  };
}

/** The octets of an IPv4 address in reverse order, as in names of PTR records and block lists. */
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
