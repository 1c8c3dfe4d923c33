import { withControlRecipient } from '../classify/classify-reply.ts';
import type { Classification } from '../classify/types.ts';
import type { Provider } from '../data/providers.ts';
import { outcomeOfEnd, outcomeOfReply } from '../verdict/outcome.ts';
import type { Asked, Outcome } from '../verdict/outcome.ts';
import { providerOf } from '../data/provider-of.ts';
import type { End } from '../smtp/connection.ts';
import type { Reply } from '../smtp/reply-reader.ts';
import type { Session } from '../smtp/session.ts';
import type { Stage } from '../model/types.ts';
import type { PaceFeedback } from '../capacity/concurrency-limiter.ts';
import type { Destination } from './destination.ts';
import type { DomainBatch, HeldRecipient, Recipient } from './domain-batch.ts';
import type { SessionCallbacks } from './session-callbacks.ts';
import type { Slot } from './slot.ts';
import type { VerifierContext } from './verifier-context.ts';

/** The open transaction: recipients sent and accepted in it. None before something is sent. */
export interface Transaction {
  sent: number;
  accepted: number;
  utf8: boolean;
}

/** One SMTP session at a destination, and what has happened in it so far. */
export interface SessionState {
  readonly context: VerifierContext;
  readonly callbacks: SessionCallbacks;
  readonly destination: Destination;
  readonly session: Session;
  readonly slot: Slot;
  /** Index of the session's host in the route. */
  readonly rank: number;
  /** The provider that runs that host. */
  readonly provider: Provider | undefined;
  /** Stands in the verdicts of its recipients. */
  readonly asked: Asked;
  /** Replies to recipients in this session. */
  replies: number;
  /** Undefined as long as the number of replies decides. */
  feedback: PaceFeedback | undefined;
  /** No further recipient is sent, even if the connection is open. */
  over: boolean;
  /**
   * The batch at work. Bare refusals, which have neither text nor code to go by, wait for another
   * recipient of the domain to be accepted.
   */
  current: { batch: DomainBatch; accepted: boolean; bareRefusals: HeldRecipient[] } | undefined;
  transaction: Transaction;
  /** The longest time that a reply to a recipient took. */
  slowestMs: number;
  /** Recipients to send at once, after the server refused all of a larger number. */
  mostRecipients: number;
}

export function createSessionState(
  context: VerifierContext,
  callbacks: SessionCallbacks,
  destination: Destination,
  session: Session,
  slot: Slot,
  rank: number,
): SessionState {
  const provider = rank === destination.rank ? destination.provider : providerOf(session.host);
  return {
    context,
    callbacks,
    destination,
    session,
    slot,
    rank,
    provider,
    asked: { mx: session.host, provider: provider?.id, egress: slot.egress.helo },
    replies: 0,
    feedback: undefined,
    over: false,
    current: undefined,
    transaction: noTransaction(),
    slowestMs: 0,
    mostRecipients: Infinity,
  };
}

export function noTransaction(): Transaction {
  return { sent: 0, accepted: 0, utf8: false };
}

/**
 * Classifies a reply.
 *
 * @param recipient as it was sent, if the reply is to RCPT
 */
export function readReply(
  { context, provider, asked }: SessionState,
  stage: Stage,
  reply: Reply,
  recipient?: string,
): { classification: Classification; outcome: Outcome } {
  const classification = context.classifier.classify(stage, reply, provider?.id, recipient);
  return { classification, outcome: outcomeOfReply(classification, stage, asked) };
}

/** The outcome of recipients that the end of the connection left without a reply. */
export function endOutcome(state: SessionState, end: End): Outcome {
  if (end.kind === 'shutdown') return readReply(state, 'rcpt', end.reply).outcome;
  return outcomeOfEnd('rcpt', end, state.asked);
}

/** Gives all of these recipients the same outcome. */
export function concludeAll(
  { callbacks }: SessionState,
  recipients: readonly Recipient[],
  outcome: Outcome,
): void {
  for (const recipient of recipients) callbacks.conclude(recipient, outcome);
}

/** Concludes the bare refusals of the batch at work, which ends with that. */
export function finishBatch({ current, callbacks }: SessionState): void {
  if (!current) return;
  for (const { recipient, outcome } of current.bareRefusals.splice(0))
    callbacks.conclude(recipient, current.accepted ? confirmed(outcome) : outcome);
}

/** A bare refusal means the mailbox if the server accepted another recipient of the domain. */
function confirmed(outcome: Outcome): Outcome {
  const bare: Classification = { ...outcome, action: 'control_recipient', text: '' };
  const { status, reason, confidence, rule } = withControlRecipient(bare);
  return { ...outcome, status, reason, confidence, rule, retry: false };
}
