import { MAX_TEXT } from './classify/read-reply.ts';
import type { Classification } from './classify/types.ts';
import { retryAfter } from './retry.ts';
import type { Flags, Reason, ReplyEvidence, Stage, Status, Verdict } from './types.ts';

export type CatchAll = 'yes' | 'no' | 'unclear';

/**
 * Stands for the recipient in the reply of an outcome, so that all to whom a server said the same
 * share one outcome, however many they are.
 */
export const RECIPIENT = 'anyone@recipient.invalid';

/**
 * What was found out about one recipient, before what is known of its domain is weighed in. Each is
 * made with all of its fields, in this order: objects of one shape are read faster.
 */
export interface Outcome {
  status: Status;
  reason: Reason;
  confidence: number;
  /** What decided, for explanations. */
  rule: string;
  reply: ReplyEvidence | undefined;
  /** What stands around RECIPIENT in the text of the reply, where it is named. */
  around: readonly string[] | undefined;
  mx: string | undefined;
  provider: string | undefined;
  /** Asking again later may bring a better answer. */
  retry: boolean;
  /** Milliseconds before which asking again is pointless. */
  waitMs: number;
}

/** What an address says about itself. */
export interface Subject {
  role: boolean;
  disposable: boolean;
  free: boolean;
  suggestion: string | undefined;
}

export interface VerdictContext {
  /** As it was sent to the server. */
  recipient: string;
  /** Undefined when nothing was accepted, so that nobody looked. */
  catchAll: CatchAll | undefined;
  attempt: number;
  timeScale: number;
}

/** How sure an acceptance is, by what the domain said to a random recipient. */
const ACCEPTED_CONFIDENCE: Readonly<Record<CatchAll, number>> = {
  no: 0.98,
  unclear: 0.75,
  yes: 0.9,
};
const DISPOSABLE_CONFIDENCE = 0.95;

/**
 * Weighs an outcome and the domain into a verdict: undeliverable before risky before deliverable,
 * and the first of mailbox_full, catch_all and disposable as the reason of a risky one.
 */
export function assemble(
  email: string,
  subject: Subject,
  outcome: Outcome,
  context: VerdictContext,
): Verdict {
  const { status, reason, confidence } = weigh(subject, outcome, context.catchAll);
  const flags = flagsOf(subject, context.catchAll === 'yes', outcome.reason === 'mailbox_full');
  const verdict: Verdict = { email, status, reason, confidence, flags };
  if (subject.suggestion !== undefined) verdict.suggestion = subject.suggestion;
  if (outcome.mx !== undefined) verdict.mx = outcome.mx;
  if (outcome.provider !== undefined) verdict.provider = outcome.provider;
  if (outcome.reply !== undefined) {
    verdict.reply = outcome.around
      ? { ...outcome.reply, text: outcome.around.join(context.recipient).slice(0, MAX_TEXT) }
      : outcome.reply;
  }
  if (verdict.status === 'unknown' && outcome.retry) {
    const seconds = retryAfter(outcome.reason, context.attempt, context.timeScale, outcome.waitMs);
    if (seconds !== undefined) verdict.retry_after_s = seconds;
  }
  return verdict;
}

/** Every combination once: millions of verdicts share them. */
const FLAGS: readonly Readonly<Flags>[] = Array.from({ length: 32 }, (_, bits) =>
  Object.freeze({
    catch_all: (bits & 1) > 0,
    disposable: (bits & 2) > 0,
    role: (bits & 4) > 0,
    free: (bits & 8) > 0,
    mailbox_full: (bits & 16) > 0,
  }),
);

function flagsOf(subject: Subject, catchAll: boolean, full: boolean): Readonly<Flags> {
  const { disposable, role, free } = subject;
  const bits =
    (catchAll ? 1 : 0) | (disposable ? 2 : 0) | (role ? 4 : 0) | (free ? 8 : 0) | (full ? 16 : 0);
  const flags = FLAGS[bits];
  if (!flags) throw new RangeError('no such combination of flags');
  return flags;
}

function weigh(
  subject: Subject,
  { status, reason, confidence }: Outcome,
  catchAll: CatchAll | undefined,
): Pick<Verdict, 'status' | 'reason' | 'confidence'> {
  if (status === 'undeliverable' || status === 'unknown') return { status, reason, confidence };
  if (reason === 'mailbox_full') return { status: 'risky', reason, confidence };
  if (catchAll === 'yes') {
    return { status: 'risky', reason: 'catch_all', confidence: ACCEPTED_CONFIDENCE.yes };
  }
  if (subject.disposable) {
    return { status: 'risky', reason: 'disposable', confidence: DISPOSABLE_CONFIDENCE };
  }
  const sure = catchAll === undefined ? confidence : ACCEPTED_CONFIDENCE[catchAll];
  return { status, reason, confidence: sure };
}

/** The outcome a server's reply stands for. Only a reply to RCPT can say anything of a recipient. */
export function outcomeOf(
  reading: Classification,
  stage: Stage,
  mx: string,
  provider: string | undefined,
): Outcome {
  const about = stage === 'rcpt' || reading.status === 'unknown';
  return {
    status: about ? reading.status : 'unknown',
    reason: about ? reading.reason : 'server_error',
    confidence: about ? reading.confidence : 0.5,
    rule: reading.rule,
    reply: {
      stage,
      text: reading.text,
      ...(reading.code !== undefined && { code: reading.code }),
      ...(reading.enhanced !== undefined && { enhanced: reading.enhanced }),
    },
    around: reading.text.includes(RECIPIENT) ? reading.text.split(RECIPIENT) : undefined,
    mx,
    provider,
    retry: reading.action === 'retry_later' || !about || isTransient(reading),
    waitMs: 0,
  };
}

/** A 4yz reply is the server's own word that another time may do better (RFC 5321 §4.2.1). */
function isTransient({ status, code = 0 }: Classification): boolean {
  return status === 'unknown' && code >= 400 && code < 500;
}

/** An outcome that rests on no reply. */
export function unheard(
  status: 'undeliverable' | 'unknown',
  reason: Reason,
  confidence: number,
  {
    rule = reason,
    mx,
    provider,
    waitMs = 0,
  }: { rule?: string; mx?: string; provider?: string | undefined; waitMs?: number } = {},
): Outcome {
  return {
    status,
    reason,
    confidence,
    rule,
    reply: undefined,
    around: undefined,
    mx,
    provider,
    retry: status === 'unknown',
    waitMs,
  };
}
