import type { VerdictReason, VerdictStatus } from '../../../shared/model/verdict.ts';

/** Evidence for the reason of a verdict: 0 none, 1 against, 2 in favor. */
export type VerdictEvidence = 0 | 1 | 2;

/** A verdict with lower confidence counts as having evidence against it. */
const CONFIDENCE_THRESHOLD = 0.9;

export function evidenceOf(verdict: {
  readonly status: VerdictStatus;
  readonly confidence: number;
}): VerdictEvidence {
  const { status, confidence } = verdict;
  return (status === 'deliverable' || status === 'undeliverable') &&
    confidence < CONFIDENCE_THRESHOLD
    ? 1
    : 0;
}

/**
 * Percentage of addresses at which email arrives, by the reason of their verdict. The second number
 * is for addresses with evidence against the reason. The Score section of docs/engine-measured.md
 * lists the sources, and which numbers are estimates.
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

/** The share of addresses whose mailbox exists if nothing else is known. */
const DEFAULT_EXISTENCE_RATE = 0.7;
/** The weight of the default rate, as a number of verdicts. */
const PRIOR_WEIGHT = 100;
/**
 * Maximum rate applied to catch-all domains. If a list was cleaned before, its nonexistent
 * mailboxes were removed only at domains whose servers report them, so its rate is too high for
 * catch-all domains.
 */
const MAX_EXISTENCE_RATE = 0.9;
/**
 * Factor for the odds that a mailbox exists at a catch-all domain, by whether the local part
 * contradicts (1) or follows (2) the domain's usual pattern.
 */
const PATTERN_ODDS_RATIO: Readonly<Record<VerdictEvidence, number>> = { 0: 1, 1: 0.33, 2: 1.25 };

/** Accepted share of accepted, nonexistent and disabled addresses, smoothed for small lists. */
export function computeExistenceRate(list: {
  readonly reasons: Readonly<Partial<Record<VerdictReason, number>>>;
}): number {
  const { accepted = 0, no_such_mailbox: absent = 0, mailbox_disabled: closed = 0 } = list.reasons;
  const conclusive = accepted + absent + closed;
  return (accepted + PRIOR_WEIGHT * DEFAULT_EXISTENCE_RATE) / (conclusive + PRIOR_WEIGHT);
}

/**
 * Returns the probability, in percent, that an email arrives. At catch-all domains, this is the
 * existence rate of the list, adjusted by whether the local part follows the domain's usual
 * pattern.
 * @param existenceRate share of existing mailboxes in the address's list, from 0 to 1
 */
export function computeScore(
  reason: VerdictReason,
  evidence: VerdictEvidence,
  existenceRate: number = DEFAULT_EXISTENCE_RATE,
): number {
  const [usual, against = usual] = RATES[reason];
  if (reason !== 'catch_all') return evidence === 1 ? against : usual;
  const rate = Math.min(existenceRate, MAX_EXISTENCE_RATE);
  const odds = (rate / (1 - rate)) * PATTERN_ODDS_RATIO[evidence];
  return Math.round((100 * odds) / (1 + odds));
}

/** Scores a verdict outside a list. In a list, the score also uses the list's existence rate. */
export const withScore = <
  V extends Parameters<typeof evidenceOf>[0] & { readonly reason: VerdictReason },
>(
  verdict: V,
): V & { score: number } => ({
  ...verdict,
  score: computeScore(verdict.reason, evidenceOf(verdict)),
});
