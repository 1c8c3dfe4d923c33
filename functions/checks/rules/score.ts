import type { VerdictReason, VerdictStatus } from '../../../shared/model/verdict.ts';

/** What else speaks about a verdict's reason: nothing, something against it, something for it. */
export type Evidence = 0 | 1 | 2;

/** Below it a server's reply leaves a doubt that most replies do not. */
const SURE = 0.9;

/** The evidence that an answer holds by itself: how sure the engine is of its status. */
export function evidenceOf(verdict: {
  readonly status: VerdictStatus;
  readonly confidence: number;
}): Evidence {
  const { status, confidence } = verdict;
  return (status === 'deliverable' || status === 'undeliverable') && confidence < SURE ? 1 : 0;
}

/**
 * Of a hundred addresses with a reason, those that a mail reaches; the second number is of those
 * with evidence against it. docs/engine-measured.md (Score) says what they were read off, and which
 * of them are a judgement.
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

/** The share of mailboxes that are there where nothing else is known. */
const USUAL_LIVING = 0.7;
/** How many answers of a list weigh as much as what is usual. */
const USUAL_WEIGHT = 100;
/**
 * The most that a list says for them: one that was cleaned before has lost the absent ones only where
 * servers tell.
 */
const MAX_LIVING = 0.9;
/** How much likelier a mailbox is there whose name is like the others at its domain, or unlike. */
const NAME_RATIO: Readonly<Record<Evidence, number>> = { 0: 1, 1: 0.33, 2: 1.25 };

/** Of the mailboxes of a list about which servers told, the share that is there. */
export function livingOf(list: {
  readonly reasons: Readonly<Partial<Record<VerdictReason, number>>>;
}): number {
  const { accepted = 0, no_such_mailbox: absent = 0, mailbox_disabled: closed = 0 } = list.reasons;
  const known = accepted + absent + closed;
  return (accepted + USUAL_WEIGHT * USUAL_LIVING) / (known + USUAL_WEIGHT);
}

/**
 * The probability in percent that a mail to an address arrives. Where a domain accepts everyone,
 * its addresses are as likely to be there as the others of the list, and likelier if their names
 * are like those of their domain.
 * @param living of the list that the address is in
 */
export function scoreOf(
  reason: VerdictReason,
  evidence: Evidence,
  living: number = USUAL_LIVING,
): number {
  const [usual, against = usual] = RATES[reason];
  if (reason !== 'catch_all') return evidence === 1 ? against : usual;
  const most = Math.min(living, MAX_LIVING);
  const odds = (most / (1 - most)) * NAME_RATIO[evidence];
  return Math.round((100 * odds) / (1 + odds));
}

/** A verdict that stands alone, with its score. */
export const withScore = <
  V extends Parameters<typeof evidenceOf>[0] & { readonly reason: VerdictReason },
>(
  verdict: V,
): V & { score: number } => ({ ...verdict, score: scoreOf(verdict.reason, evidenceOf(verdict)) });
