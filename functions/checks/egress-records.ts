import type { DnsLookup } from '../platform/dns-lookup.ts';

export interface EgressIdentity {
  /** The EHLO name, whose A record is the public IP address. */
  readonly helo: string;
  /** The domain of the reverse path. */
  readonly mailDomain: string;
  /** Zones of DNS block lists (RFC 5782). */
  readonly blockLists: readonly string[];
}

/**
 * Returns problems for which mail servers may reject an egress address: inconsistent names, a
 * reverse path without MX record or valid SPF, and block list entries. Ignores failed lookups.
 * @returns codes: `no_address`, `several_addresses`, `ptr_differs`, `spf_lacks_address`,
 *   `spf_lacks_helo`, `no_mx`, `listed:<zone>`
 */
export async function findEgressProblems(dns: DnsLookup, name: EgressIdentity): Promise<string[]> {
  const { helo, mailDomain, blockLists } = name;
  const [addresses, exchanges] = await Promise.all([
    ignoreFailure(dns.addresses(helo)),
    ignoreFailure(dns.exchanges(mailDomain)),
  ]);
  const problems = exchanges?.length === 0 ? ['no_mx'] : [];
  if (addresses === undefined) return problems;
  const [address] = addresses;
  if (address === undefined) return [...problems, 'no_address'];
  if (addresses.length > 1) problems.push('several_addresses');
  const [names, mailDomainTexts, heloTexts, ...listed] = await Promise.all([
    ignoreFailure(dns.names(address)),
    ignoreFailure(dns.texts(mailDomain)),
    ignoreFailure(dns.texts(helo)),
    ...blockLists.map((zone) => ignoreFailure(dns.listings(address, zone))),
  ]);
  if (names && !names.some((each) => each.toLowerCase() === helo.toLowerCase()))
    problems.push('ptr_differs');
  if (mailDomainTexts && !permits(mailDomainTexts, [`ip4:${address}`]))
    problems.push('spf_lacks_address');
  if (heloTexts && !permits(heloTexts, [`ip4:${address}`, 'a'])) problems.push('spf_lacks_helo');
  for (const [index, zone] of blockLists.entries())
    if (listed[index]?.some(isListing)) problems.push(`listed:${zone}`);
  return problems;
}

const ignoreFailure = async <T>(answer: Promise<T>): Promise<T | undefined> => {
  try {
    return await answer;
  } catch {
    return undefined;
  }
};

/** Whether any of the texts is an SPF record (RFC 7208) that contains one of the terms. */
const permits = (texts: readonly string[], terms: readonly string[]): boolean =>
  texts
    .filter((text) => text.startsWith('v=spf1 '))
    .some((text) => text.split(' ').some((term) => terms.includes(term)));

/**
 * Whether a reply means that the address is listed (RFC 5782 §2.1). Spamhaus answers refused
 * queries with an address in 127.255.255.0/24: https://www.spamhaus.org/faqs/dnsbl-usage/
 */
const isListing = (answer: string): boolean =>
  answer.startsWith('127.') && !answer.startsWith('127.255.255.');
