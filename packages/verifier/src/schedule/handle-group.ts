import { VERIFICATION_PENDING_RULE_ID } from '../classify/rules/server-errors.ts';
import type { PaceFeedback } from '../capacity/pace.ts';
import type { ConnectionEnd } from '../smtp/exchange.ts';
import type { Outcome } from '../verdict/outcome.ts';
import {
  asRefusedMailbox,
  concludeLastRefusals,
  acceptSuspects,
  recordAcceptance,
  recordBareRefusal,
  recordRefusal,
  recordUnverified,
  type BatchSession,
} from './batch-session.ts';
import { decideAfterConnectionEnd } from './decide-after-connection-end.ts';
import type { Destination } from './destination.ts';
import type { Destinations } from './destinations.ts';
import type { Dialogue, GroupReport } from './dialogue.ts';
import type { Domain, DomainBatch, Recipient } from './domain-batch.ts';
import { concludeWithoutProbe, type PendingTable } from './pending-table.ts';
import type { RecipientAnswer } from './interpret-replies.ts';
import { isConnectionLimitReply, type ConnectionSlot } from './connection-slot.ts';
import type { VerifierContext } from './verifier-context.ts';

export interface SessionContext {
  context: VerifierContext;
  table: PendingTable;
  destinations: Destinations;
  destination: Destination;
  dialogue: Dialogue;
  slot: ConnectionSlot;
  /** Index of the session's host in the route. */
  rank: number;
}

export interface SessionEffects {
  moved?: readonly Destination[];
  /** Feedback of this group; undefined if it depends on whether the session got any reply. */
  feedback?: PaceFeedback | undefined;
  /** Whether no more recipients are sent, even if the connection is open. */
  isOver?: boolean;
}

const NO_EFFECTS: SessionEffects = {};

/**
 * Handles a connection that ended before the first recipient was sent. After `maxFailedConnections`
 * of them, all waiting recipients are refused.
 */
export function handleEarlyEnd(work: SessionContext, end: ConnectionEnd): SessionEffects {
  const { context, destinations, destination, dialogue } = work;
  if (end.kind === 'aborted') return NO_EFFECTS;
  destination.failedConnections += 1;
  if (destination.failedConnections < context.limits.maxFailedConnections) return NO_EFFECTS;
  return { moved: destinations.refuse(destination, dialogue.outcomeOf(end)) };
}

/** Handles a refusal of MAIL, which is about us and thus concerns every recipient. */
export function handleMailRefusal(
  work: SessionContext,
  batch: DomainBatch,
  recipients: readonly Recipient[],
  outcome: Outcome,
): SessionEffects {
  const { table, destinations, destination, dialogue, slot } = work;
  // The server may accept MAIL without SMTPUTF8, for the other recipients.
  if (recipients[0]?.utf8 === true) {
    table.concludeEach(recipients, outcome);
    return NO_EFFECTS;
  }
  batch.waiting.unshift(...recipients);
  const feedback = outcome.reason === 'throttled' ? 'throttled' : undefined;
  const endedSession: SessionEffects = { feedback, isOver: true };
  // After replies to recipients, the refusal may only concern this connection: reconnect.
  if (dialogue.hasReplied || dialogue.session.ended?.kind === 'aborted') return endedSession;
  if (outcome.reason === 'ip_blocked') slot.recordRefusal(outcome, batch.domain.name);
  else if (isConnectionLimitReply(work, outcome)) return { ...endedSession, feedback: 'throttled' };
  return { ...endedSession, moved: destinations.refuse(destination, outcome) };
}

export function handleGroup(
  work: SessionContext,
  batchSession: BatchSession,
  report: GroupReport,
): SessionEffects {
  const { table, destinations, destination, dialogue, slot } = work;
  const { batch } = batchSession;
  const { answers, left, suspect, ended } = report;
  if (report.isNewTransaction) batchSession.hasTail = false;
  if (report.isDisordered) destination.oneByOne = true;
  for (const answer of answers) handleAnswer(work, batchSession, answer);
  if (dialogue.hasReplied) batch.failures = 0;
  if (report.recipientCap !== undefined) {
    batch.domain.recipientCap = report.recipientCap;
    destinations.storeFact(destination, batch.domain);
  }
  batch.waiting.unshift(...left.filter((recipient) => recipient !== suspect));
  if (suspect && left.includes(suspect)) batch.waiting.push(suspect);

  const complaint = answers.findLast(
    ({ kind, outcome }) => kind === 'verdict' && outcome.reason === 'throttled',
  );
  const isServed = answers.some(({ outcome }) => outcome.status !== 'unknown');
  const { denied, blocked } = Object.groupBy(answers, ({ kind }) => kind);
  const effects: SessionEffects[] = [
    {
      isOver: report.isOver || report.isUsedUp || report.isDisordered,
      feedback: feedbackOf(report),
    },
  ];
  if (ended || complaint || report.isOver || report.isUsedUp) acceptSuspects(table, batchSession);
  if (denied) effects.push(handleDenied(work, batch, denied));
  if (complaint) effects.push(handleComplaint(work, batch, complaint.outcome));
  if (blocked) effects.push(handleBlock(work, batch, blocked));
  else if (isServed && !complaint) slot.recordSuccess();
  if (ended) effects.push(handleEnd(work, batch, ended, report));
  const isClosed = ended?.kind === 'shutdown' || ended?.kind === 'closed';
  if (dialogue.hasReplied && (isClosed || report.isUsedUp))
    destination.groupLimit = dialogue.replies + 1;
  return {
    moved: effects.flatMap(({ moved = [] }) => moved),
    feedback: effects.findLast(({ feedback }) => feedback !== undefined)?.feedback,
    isOver: effects.some(({ isOver }) => isOver === true),
  };
}

function handleAnswer(
  work: SessionContext,
  batchSession: BatchSession,
  { kind, recipient, outcome }: RecipientAnswer,
): void {
  const { table, destinations, destination, dialogue, slot } = work;
  const { batch } = batchSession;
  const { domain } = batch;
  const answer = { recipient, outcome };
  // The servers of known providers neither taint a transaction nor refuse everyone.
  const isUnknownServer = dialogue.provider === undefined;
  if (kind === 'accepted') {
    const mayBeTainted = isUnknownServer && mayConfirm(domain);
    recordAcceptance(table, batchSession, answer, mayBeTainted);
  } else if (kind === 'bare_refusal' && batchSession.accepted) {
    const refusal = { recipient, outcome: asRefusedMailbox(outcome) };
    recordRefusal(table, batchSession, refusal, isUnknownServer && domain.catchAll !== 'yes');
  } else if (kind === 'bare_refusal') {
    recordBareRefusal(batchSession, answer);
  } else if (kind === 'unverified') {
    recordUnverified(table, batchSession, answer);
  } else if (kind === 'full' && domain.catchAll === undefined) {
    // The verdict depends on the domain's reply to a random recipient.
    batch.held.push(answer);
  } else if (kind === 'verdict' && outcome.reason === 'no_such_mailbox') {
    recordRefusal(table, batchSession, answer, isUnknownServer && domain.catchAll !== 'yes');
  } else if (kind !== 'needs_tls' && kind !== 'denied' && kind !== 'blocked') {
    concludeLastRefusals(table, batchSession);
    if (outcome.reason === 'greylisted') destinations.pinEgress(destination, domain, slot.egress);
    if (outcome.reason === 'greylisted' || outcome.rule === VERIFICATION_PENDING_RULE_ID)
      batch.deferred = true;
    table.conclude(recipient, outcome);
  }
}

/**
 * Whether the random recipient may show that a transaction is tainted. It is not sent again if a
 * stored fact shows that the domain is not a catch-all.
 */
const mayConfirm = ({ catchAll, learnedAt }: Domain): boolean =>
  catchAll === undefined || (catchAll === 'no' && learnedAt === undefined);

/** Reduces the connections if the server slows us down or limits recipients per connection. */
function feedbackOf({ answers, isUsedUp }: GroupReport): PaceFeedback | undefined {
  const isSlowedDown = answers.some(
    ({ kind, outcome: { reason, reply } }) =>
      (kind === 'verdict' || kind === 'blocked') &&
      reason !== 'greylisted' &&
      reply?.enhanced?.startsWith('4.7.') === true,
  );
  return isUsedUp || isSlowedDown ? 'partially_throttled' : undefined;
}

/** Moves denied recipients to the next mail host, which may know them, or concludes them. */
function handleDenied(
  { table, destinations, destination, rank }: SessionContext,
  { domain }: DomainBatch,
  denied: readonly RecipientAnswer[],
): SessionEffects {
  const recipients = denied.map(({ recipient }) => recipient);
  const next = destinations.moveToNextHost(destination, rank, domain, recipients);
  if (next) return { moved: [next] };
  for (const { recipient, outcome } of denied) table.conclude(recipient, outcome);
  return NO_EFFECTS;
}

/**
 * Handles a complaint about our rate. If another egress address can send the remaining recipients,
 * it takes over; otherwise they are concluded.
 */
function handleComplaint(
  { table, destinations, destination }: SessionContext,
  batch: DomainBatch,
  outcome: Outcome,
): SessionEffects {
  const next = destinations.moveToOtherEgress(destination, batch, outcome);
  if (!next) table.concludeEach(batch.waiting.splice(0), outcome);
  // No session is opened just for the random recipient.
  if (batch.waiting.length === 0 && batch.inFlight === 0 && batch.held.length > 0)
    concludeWithoutProbe(table, batch.domain);
  const moved = next && next !== destination ? [next] : [];
  return { moved, feedback: 'throttled', isOver: true };
}

/** Moves the recipients to another egress address, or concludes them. */
function handleBlock(
  { table, destinations, destination, slot }: SessionContext,
  batch: DomainBatch,
  refused: readonly RecipientAnswer[],
): SessionEffects {
  const [last] = refused.slice(-1);
  if (!last) return NO_EFFECTS;
  slot.recordBlock(batch.domain.name);
  batch.waiting.push(...refused.map(({ recipient }) => recipient));
  const next = destinations.moveToOtherEgress(destination, batch, last.outcome);
  if (next) return next === destination ? NO_EFFECTS : { moved: [next] };
  for (const { recipient, outcome } of refused) table.conclude(recipient, outcome);
  table.concludeEach(batch.waiting.splice(0), last.outcome);
  return NO_EFFECTS;
}

/** Handles a connection that ended before all recipients of a batch got a reply. */
function handleEnd(
  work: SessionContext,
  batch: DomainBatch,
  end: ConnectionEnd,
  { unanswered, isCut }: GroupReport,
): SessionEffects {
  const { context, table, destinations, destination, dialogue } = work;
  if (end.kind === 'aborted' || batch.waiting.length === 0) return NO_EFFECTS;
  const outcome = dialogue.outcomeOf(end);
  const decision = decideAfterConnectionEnd(
    {
      kind: end.kind,
      isThrottled: outcome.reason === 'throttled',
      hasReplied: dialogue.hasReplied,
      isConnectionLimit: isConnectionLimitReply(work, outcome),
      unanswered,
      isCut,
      isPipelining: dialogue.session.pipelining,
      batch,
      destination,
    },
    context.limits.maxFailedConnections,
  );
  const { waiting, feedback } = decision;
  Object.assign(batch, decision.batch);
  Object.assign(destination, decision.destination);
  if (waiting !== 'keep') table.concludeEach(batch.waiting.splice(0), outcome);
  const moved = waiting === 'refuse_all' ? destinations.refuse(destination, outcome) : [];
  return { moved, feedback };
}
