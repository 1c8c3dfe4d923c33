import type { VerdictReason } from '../../../shared/model/verdict.ts';
import type { ReasonCounts } from './verdict-counts.ts';

export const MISSING_REASONS: ReadonlySet<VerdictReason> = new Set([
  'no_such_mailbox',
  'no_such_domain',
]);
const EXISTING_REASONS: readonly VerdictReason[] = ['accepted', 'mailbox_full', 'mailbox_disabled'];

const MIN_DECIDED_ADDRESSES = 500;
const MIN_DOMAINS = 50;
/**
 * Lists lose about 22.5% of their addresses per year (https://prospeo.io/s/b2b-email-verification),
 * so a list that was read correctly loses 95% only after twelve years. Catch-all domains, with 30
 * to 60% of the addresses of companies (https://komo.ai/glossary/verified-email), do not count,
 * because they also accept misread addresses.
 */
const MIN_MISSING_SHARE = 0.95;
/** Below this share of all addresses, most of a list is at catch-all domains or unknown. */
const MIN_SHARE_OF_ALL = 1 / 3;

/**
 * Whether so few addresses exist that the file was probably misread, for example because each cell
 * contains text before the address.
 * @param missingDomains number of domains of addresses that do not exist
 */
export function isLikelyMisread(reasons: ReasonCounts, missingDomains: number): boolean {
  const sum = (names: Iterable<VerdictReason>): number =>
    Array.from(names, (name) => reasons[name] ?? 0).reduce((total, count) => total + count, 0);
  const { bad_syntax: _, ...verified } = reasons;
  const missing = sum(MISSING_REASONS);
  const decided = missing + sum(EXISTING_REASONS);
  return (
    missingDomains >= MIN_DOMAINS &&
    decided >= MIN_DECIDED_ADDRESSES &&
    missing >= MIN_MISSING_SHARE * decided &&
    missing >= MIN_SHARE_OF_ALL * sum(Object.keys(verified) as VerdictReason[])
  );
}
