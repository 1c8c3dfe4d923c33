import type { Outcome } from '../verdict/outcome.ts';
import type { End } from '../smtp/connection.ts';
import type { Reply } from '../smtp/reply-reader.ts';
import type { DomainBatch, HeldRecipient, Recipient } from './domain-batch.ts';
import { endOutcome, readReply, concludeAll } from './session-state.ts';
import type { SessionState } from './session-state.ts';
import { startRequiredTls, withoutTls } from './starttls.ts';

/** Domains in a row without a reply on any connection, after which a destination is given up. */
const DOMAINS_LOST = 3;

/** The session ended before a recipient was sent. That may happen once, but not time after time. */
export function endedBeforeRecipients(state: SessionState, end: End): void {
  const { context, callbacks, destination } = state;
  if (end.kind === 'aborted') return;
  destination.broken += 1;
  if (destination.broken < context.limits.fruitlessConnections) return;
  callbacks.refuse(destination, endOutcome(state, end));
}

/** MAIL was refused. That is about us, and so about every recipient of the destination. */
export async function mailRefused(
  state: SessionState,
  batch: DomainBatch,
  recipients: Recipient[],
  reply: Reply,
): Promise<void> {
  const { callbacks, destination, session, slot } = state;
  const { classification, outcome: refusal } = readReply(state, 'mail', reply);
  const requiresTls = classification.action === 'starttls';
  if (requiresTls && (await startRequiredTls(state, batch, recipients))) {
    batch.waiting.unshift(...recipients);
    return;
  }
  const outcome = requiresTls ? withoutTls(state, refusal) : refusal;
  // The server may accept MAIL without SMTPUTF8, for the other recipients.
  if (state.transaction.utf8) return concludeAll(state, recipients, outcome);
  state.over = true;
  batch.waiting.unshift(...recipients);
  if (outcome.reason === 'throttled') state.feedback = 'throttled';
  // After some replies the server may only have had enough of this connection: a new one goes on.
  if (state.replies > 0 || session.ended?.kind === 'aborted') return;
  if (outcome.reason === 'ip_blocked') slot.refused(outcome, batch.domain.name);
  else if (isOneTooMany(state, outcome)) return;
  callbacks.refuse(destination, outcome);
}

/** The server complains about our rate: another address asks the rest, or none does now. */
export function throttled(state: SessionState, batch: DomainBatch, outcome: Outcome): void {
  if (!state.callbacks.goElsewhere(state.destination, batch, outcome))
    concludeAll(state, batch.waiting.splice(0), outcome);
  state.feedback = 'throttled';
  state.over = true;
  // Nobody comes back just for the random recipient.
  if (batch.waiting.length > 0 || batch.inFlight > 0 || batch.held.length === 0) return;
  batch.domain.catchAll ??= 'unclear';
  state.callbacks.concludeHeld(batch.domain);
}

/** The server refuses recipients because of our address: another one asks, or none does now. */
export function blocked(
  { callbacks, destination, slot }: SessionState,
  batch: DomainBatch,
  refused: readonly HeldRecipient[],
): void {
  const [last] = refused.slice(-1);
  if (!last) return;
  slot.blocked(batch.domain.name);
  batch.waiting.push(...refused.map(({ recipient }) => recipient));
  if (callbacks.goElsewhere(destination, batch, last.outcome)) return;
  for (const { recipient, outcome } of refused) callbacks.conclude(recipient, outcome);
  for (const recipient of batch.waiting.splice(0)) callbacks.conclude(recipient, last.outcome);
}

/**
 * The connection ended within a batch. Its other recipients wait for the next one.
 *
 * @param outstanding recipients that were sent and have no reply
 */
export function connectionEnded(
  state: SessionState,
  batch: DomainBatch,
  end: End,
  outstanding: number,
): void {
  const { context, callbacks, destination, replies } = state;
  state.over = true;
  if (end.kind === 'aborted' || batch.waiting.length === 0) return;
  const outcome = endOutcome(state, end);
  if (outcome.reason === 'throttled') state.feedback = replies > 0 ? 'eased_off' : 'throttled';
  const usedUp = end.kind === 'shutdown' || end.kind === 'closed' || end.kind === 'overtime';
  if (replies > 0 && usedUp) return;
  if (end.kind === 'timeout' && mayAskFewer(state, batch, outstanding)) return;
  const oneTooMany = replies === 0 && isOneTooMany(state, outcome);
  batch.fruitless += 1;
  const mayRetry = oneTooMany || end.kind === 'closed';
  if (mayRetry && batch.fruitless < context.limits.fruitlessConnections) return;
  concludeAll(state, batch.waiting.splice(0), outcome);
  if (replies > 0 || oneTooMany) return;
  destination.broken += 1;
  const isAboutEveryone = end.kind === 'shutdown' || end.kind === 'timeout';
  if (isAboutEveryone || destination.broken >= DOMAINS_LOST) callbacks.refuse(destination, outcome);
}

/**
 * A server that fell silent may have kept the replies of a whole group (RFC 2920 §3.2), or take
 * longer with each refusal of a connection: on a new one, it may reply about one recipient in time.
 */
function mayAskFewer(
  { context, destination, replies }: SessionState,
  batch: DomainBatch,
  outstanding: number,
): boolean {
  const isNew = !destination.oneByOne && outstanding > 1;
  if (!isNew && (replies === 0 || batch.silences >= context.limits.fruitlessConnections))
    return false;
  destination.oneByOne = true;
  batch.silences += 1;
  return true;
}

/** Leaves the recipients that wait to other sessions, if there are any. */
function isOneTooMany(state: SessionState, outcome: Outcome): boolean {
  if (!state.callbacks.isOneTooMany(state.destination, state.slot, outcome)) return false;
  state.feedback = 'throttled';
  return true;
}
