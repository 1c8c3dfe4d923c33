import type { VerdictReason, VerdictStatus } from '../../../shared/model/verdict.ts';

/** Further evidence about a verdict's reason: 0 none, 1 against it, 2 for it. */
export type Evidence = 0 | 1 | 2;

/** Below this confidence, a server's reply leaves more doubt than most replies do. */
const CONFIDENCE_THRESHOLD = 0.9;

/** The evidence in an answer itself: how sure the engine is of its status. */
export function evidenceOf(verdict: {
  readonly status: VerdictStatus;
  readonly confidence: number;
}): Evidence {
  const { status, confidence } = verdict;
  return (status === 'deliverable' || status === 'undeliverable') &&
    confidence < CONFIDENCE_THRESHOLD
    ? 1
    : 0;
}

/**
 * The percentage of addresses with a reason that a mail reaches; the second number is for those
 * with evidence against it. docs/engine-measured.md (Score) has the sources, and lists the numbers
 * that are estimates.
 */
const RATES: Readonly<Record<VerdictReason, readonly [usual: number, against?: number]>> = {
  accepted: [98, 90],
  disposable: [98],
  catch_all: [70],
  mailbox_full: [2],
  no_such_mailbox: [1, 2],
  mailbox_disabled: [1],
  no_mail_server: [1, 2],
  no_such_domain: [0],
  null_mx: [0],
  bad_syntax: [0],
  sender_rejected: [70],
  throttled: [68],
  ip_blocked: [67],
  greylisted: [66],
  not_answered: [66],
  egress_off: [66],
  timeout: [30],
  policy: [25],
  server_error: [10],
  server_unreachable: [10],
  dns_error: [10],
};

/** The share of mailboxes that exist if nothing else is known. */
const DEFAULT_EXISTENCE_RATE = 0.7;
/** The number of a list's answers that weigh as much as the usual share. */
const PRIOR_WEIGHT = 100;
/**
 * Maximum share to conclude from a list: cleaning removed its missing mailboxes only at domains
 * whose servers report them.
 */
const MAX_EXISTENCE_RATE = 0.9;
/** Factor on the odds that a mailbox exists whose name follows, or breaks, its domain's pattern. */
const PATTERN_ODDS_RATIO: Readonly<Record<Evidence, number>> = { 0: 1, 1: 0.33, 2: 1.25 };

/** The share of mailboxes that exist, among those of a list for which servers gave an answer. */
export function existenceRateOf(list: {
  readonly reasons: Readonly<Partial<Record<VerdictReason, number>>>;
}): number {
  const { accepted = 0, no_such_mailbox: absent = 0, mailbox_disabled: closed = 0 } = list.reasons;
  const conclusive = accepted + absent + closed;
  return (accepted + PRIOR_WEIGHT * DEFAULT_EXISTENCE_RATE) / (conclusive + PRIOR_WEIGHT);
}

/**
 * The probability in percent that a mail to an address arrives. At catch-all domains, addresses are
 * as likely to exist as the others of the list, and more so if they follow the pattern of their
 * domain.
 * @param existenceRate as returned by `existenceRateOf` for the address's list
 */
export function scoreOf(
  reason: VerdictReason,
  evidence: Evidence,
  existenceRate: number = DEFAULT_EXISTENCE_RATE,
): number {
  const [usual, against = usual] = RATES[reason];
  if (reason !== 'catch_all') return evidence === 1 ? against : usual;
  const rate = Math.min(existenceRate, MAX_EXISTENCE_RATE);
  const odds = (rate / (1 - rate)) * PATTERN_ODDS_RATIO[evidence];
  return Math.round((100 * odds) / (1 + odds));
}

/** A verdict outside of a list, with its score. */
export const withScore = <
  V extends Parameters<typeof evidenceOf>[0] & { readonly reason: VerdictReason },
>(
  verdict: V,
): V & { score: number } => ({ ...verdict, score: scoreOf(verdict.reason, evidenceOf(verdict)) });
