import type { Outcome } from '../verdict/outcome.ts';
import type { DomainBatch, Recipient } from './domain-batch.ts';
import { noTransaction } from './session-state.ts';
import type { SessionState } from './session-state.ts';

/** Moves the session into TLS. False if that fails, is not offered or was done before. */
export async function startTls(state: SessionState): Promise<boolean> {
  const { session } = state;
  if (!session.starttls || session.secured || session.ended) return false;
  const failed = await session.startTls();
  state.transaction = noTransaction();
  return failed === undefined;
}

/**
 * Moves the session into TLS because the server requires it for these recipients. Later sessions do
 * so before they ask.
 */
export async function startRequiredTls(
  state: SessionState,
  batch: DomainBatch,
  recipients: readonly Recipient[],
): Promise<boolean> {
  const { session, destination } = state;
  if (session.starttls && !session.secured && !session.ended) destination.needsTls = true;
  // They count as sent meanwhile, or another session would take the batch for done.
  batch.inFlight += recipients.length;
  const secured = await startTls(state);
  batch.inFlight -= recipients.length;
  return secured;
}

/**
 * The outcome of a server that requires TLS where there is none. If the server offers TLS and only
 * fails to start it, another attempt may succeed (454, RFC 3207 §4).
 */
export function withoutTls({ session }: SessionState, outcome: Outcome): Outcome {
  if (!session.starttls || session.secured) return outcome;
  return { ...outcome, reason: 'server_error', rule: 'tls-out-of-order', retry: true };
}
