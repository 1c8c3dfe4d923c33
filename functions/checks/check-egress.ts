import type { VerdictReason } from '../../shared/model/verdict.ts';
import { verifyOne } from './check-attempt.ts';
import type { Engine } from './adapters/engine.ts';
import type { ChecksDeps } from './deps.ts';
import type { DnsLookup } from '../platform/dns-lookup.ts';
import type { LogFields } from '../platform/log.ts';

/** Timeout that allows a slow server to respond, but ends before the function's timeout. */
const TIMEOUT_MS = 40_000;

/** Reasons that a working mail domain gets only if our outbound connections are blocked. */
const SHUT_REASONS: ReadonlySet<VerdictReason> = new Set([
  'server_unreachable',
  'dns_error',
  'timeout',
  'not_answered',
]);

/** Mailboxes that must exist at the reverse path's domain, besides the reverse path itself. */
const REQUIRED_MAILBOXES = ['postmaster', 'abuse'];

type Deps = Pick<
  ChecksDeps,
  'clock' | 'dnsRecords' | 'egressAddresses' | 'engineFrom' | 'env' | 'log'
>;

/**
 * Verifies a test address from each egress address, and looks up our DNS records that mail servers
 * check. Counts the egress addresses that raise an alarm: `shut` if the mail server cannot be
 * reached, so that verdicts become `unknown`; `flawed` if mail servers may reject us because of our
 * names, our reverse path or a block list entry.
 * @returns the fields that this run logs and that `npm run egress:check -- --stage` prints
 */
export async function checkEgressHosts(deps: Deps): Promise<LogFields> {
  const { clock, dnsRecords, egressAddresses, engineFrom, env, log } = deps;
  const address = env.EGRESS_TEST_ADDRESS;
  if (address === '') return { outcome: 'skipped' };
  const deadline = clock.now() + TIMEOUT_MS;
  const mailDomain = env.SMTP_MAIL_FROM.slice(env.SMTP_MAIL_FROM.lastIndexOf('@') + 1);
  const blockLists = env.EGRESS_BLOCK_LISTS.split(',').filter((zone) => zone !== '');
  const found = await Promise.all(
    (await egressAddresses()).map(async (egress, index) => {
      const { helo } = egress;
      const engine = engineFrom(() => Promise.resolve([egress]));
      const [verdict, records, refused] = await Promise.all([
        verifyOne(engine, address, 'operator', deadline),
        findEgressProblems(dnsRecords, { helo, mailDomain, blockLists }),
        index === 0 ? refusedMailboxes(engine, env.SMTP_MAIL_FROM, mailDomain, deadline) : [],
      ]);
      const reason = verdict?.reason ?? 'not_answered';
      return { helo, reason, problems: [...records, ...refused] };
    }),
  );
  for (const { helo, reason, problems } of found) {
    if (SHUT_REASONS.has(reason)) log.warn('egress_shut', { egress: helo, reason });
    if (problems.length > 0) log.warn('egress_flawed', { egress: helo, problems });
  }
  const shut = found.filter(({ reason }) => SHUT_REASONS.has(reason)).length;
  const flawed = found.filter(({ problems }) => problems.length > 0).length;
  const summaries = found.map(({ helo, reason, problems }) =>
    [helo, SHUT_REASONS.has(reason) ? 'shut' : 'open', reason, ...problems].join(' '),
  );
  const outcome = shut === 0 ? 'done' : 'failed';
  return { outcome, addresses: found.length, shut, flawed, found: summaries };
}

/** Returns a code for each of our own mailboxes that our mail server reports as nonexistent. */
async function refusedMailboxes(
  engine: Engine,
  mailFrom: string,
  domain: string,
  deadline: number,
): Promise<string[]> {
  const mailboxes = [mailFrom, ...REQUIRED_MAILBOXES.map((name) => `${name}@${domain}`)];
  const options = { deadline, attempt: 0, priority: 2, customer: 'operator' } as const;
  const refused: string[] = [];
  for await (const { index, verdict } of engine.verify(mailboxes, options))
    if (verdict.status === 'undeliverable')
      refused.push(`refused:${mailboxes[index]?.split('@', 1)[0]}`);
  return refused;
}

interface EgressIdentity {
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
