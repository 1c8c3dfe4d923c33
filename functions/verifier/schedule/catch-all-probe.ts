import { hash } from 'node:crypto';
import type { Classification } from '../classify/types.ts';
import type { GroupReplies } from '../smtp/session.ts';
import type { CatchAll } from '../verdict/verdict.ts';
import type { DomainBatch } from './domain-batch.ts';
import { readReply } from './session-state.ts';
import type { SessionState } from './session-state.ts';
import { transactionCap } from './transaction-cap.ts';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const LENGTH = 14;

/**
 * A recipient that does not exist, to learn whether a domain accepts everyone. It looks random, but
 * is always the same for one sender and domain: a server that greylists accepts at the next attempt
 * only a recipient that it has seen before.
 */
function probeAddress(domain: string, mailFrom: string): string {
  const digest = hash('sha256', `${mailFrom}\n${domain}`, 'buffer');
  let local = '';
  for (const byte of digest.subarray(0, LENGTH)) local += ALPHABET.charAt(byte & 31);
  return `${local}@${domain}`;
}

/** Asks the random recipient. It comes last, so it cannot spoil the reply to a real one. */
export async function askProbe(state: SessionState, batch: DomainBatch): Promise<void> {
  const { context, session, provider, transaction } = state;
  const wire = probeAddress(batch.domain.name, context.config.smtp.mailFrom);
  batch.probing = true;
  batch.probes += 1;
  context.counters.probes += 1;
  const hasRoom = transaction.sent > 0 && transaction.sent < transactionCap(state, batch);
  const joins = hasRoom && provider?.probe !== 'own_transaction';
  let replies = joins ? await session.askMore([wire], false) : await session.ask([wire], false);
  let classification = readProbe(state, replies, wire);
  if (joins && classification?.action === 'next_transaction' && !session.ended) {
    replies = await session.ask([wire], false);
    classification = readProbe(state, replies, wire);
  }
  batch.probing = false;
  const mayRetry = state.replies > 0 && batch.probes < 2;
  const { action } = classification ?? {};
  if (mayRetry && (action === 'next_transaction' || action === 'next_connection')) {
    // The server seems to limit the recipients of a connection: the next one asks again.
    state.over = true;
    return;
  }
  if (replies.ended) {
    state.over = true;
    const { kind } = replies.ended;
    if (kind === 'aborted') return;
    if (mayRetry && !classification && kind !== 'timeout' && kind !== 'garbage') return;
  }
  if (classification) state.replies += 1;
  learn(state, batch, classification);
}

function readProbe(
  state: SessionState,
  replies: GroupReplies,
  wire: string,
): Classification | undefined {
  const reply = replies.recipients[0];
  return reply && !replies.mailRefused
    ? readReply(state, 'rcpt', reply, wire).classification
    : undefined;
}

function learn(
  state: SessionState,
  batch: DomainBatch,
  classification: Classification | undefined,
): void {
  const { callbacks, destination } = state;
  const { domain } = batch;
  const catchAll = catchAllOf(classification);
  batch.deferred = false;
  domain.probed = true;
  if (catchAll === 'unclear' && batch.held.length === 0) return;
  domain.catchAll = catchAll;
  domain.learntAt = undefined;
  callbacks.concludeHeld(domain);
  if (classification?.reason !== 'greylisted') callbacks.storeFact(destination, domain);
}

/** What the reply to a random recipient says about its domain. */
function catchAllOf(classification: Classification | undefined): CatchAll {
  if (classification?.status === 'deliverable') return 'yes';
  if (classification?.status === 'undeliverable' || classification?.action === 'control_recipient')
    return 'no';
  return 'unclear';
}
