import type { Outcome } from '../verdict/outcome.ts';
import type { DomainBatch, Recipient } from './domain-batch.ts';
import { concludeAll } from './session-state.ts';
import type { SessionState } from './session-state.ts';

/** How many recipients the server accepts in one transaction. */
export function transactionCap(
  { context, provider, mostRecipients }: SessionState,
  { domain }: DomainBatch,
): number {
  return Math.min(
    context.limits.recipientsPerTransaction,
    provider?.recipientsPerTransaction ?? Infinity,
    domain.recipientCap ?? Infinity,
    mostRecipients,
  );
}

/**
 * The server said that a transaction has too many recipients: lowers the cap.
 *
 * @param refused recipients of the transaction that the server left without a reply; those that are
 * concluded here are removed
 * @param outcome of one recipient too many
 */
export function lowerCap(
  state: SessionState,
  batch: DomainBatch,
  refused: Recipient[],
  outcome: Outcome,
): void {
  const { sent, accepted } = state.transaction;
  const replied = sent - refused.length;
  if (replied > 0) {
    // Some servers count the recipients that they accepted, some all that were sent.
    batch.domain.recipientCap = Math.max(1, accepted, Math.floor(replied / 2));
    state.callbacks.storeFact(state.destination, batch.domain);
  } else if (state.replies > 0) {
    // The server seems to limit the recipients of a connection.
    state.over = true;
  } else if (sent > 1) {
    state.mostRecipients = Math.floor(sent / 2);
  } else {
    // Even a single recipient is too many, so the limit is one on us and not on a transaction.
    concludeAll(state, refused.splice(0), outcome);
    concludeAll(state, batch.waiting.splice(0), outcome);
    state.feedback = 'throttled';
  }
}
