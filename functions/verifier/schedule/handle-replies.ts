import { BEING_VERIFIED } from '../classify/rules/server-trouble.ts';
import type { Classification } from '../classify/types.ts';
import type { Outcome } from '../verdict/outcome.ts';
import type { Reply } from '../smtp/reply-reader.ts';
import type { GroupReplies } from '../smtp/session.ts';
import type { DomainBatch, HeldRecipient, Recipient } from './domain-batch.ts';
import { blocked, connectionEnded, throttled } from './session-failures.ts';
import { readReply } from './session-state.ts';
import type { SessionState } from './session-state.ts';
import { startRequiredTls, withoutTls } from './starttls.ts';
import { lowerCap } from './transaction-cap.ts';

/** The outcome of a recipient whose reply names another one: the server has lost count. */
const REPLY_OF_ANOTHER = {
  status: 'unknown',
  reason: 'server_error',
  confidence: 0.5,
  rule: 'reply-of-another',
  retry: true,
} as const;

/**
 * Acts on the replies to a group of recipients: for each of them, for the rest of their batch, and
 * for the session.
 *
 * @param recipients in the order in which they were sent, which is that of the replies
 */
export async function handleReplies(
  state: SessionState,
  batch: DomainBatch,
  recipients: readonly Recipient[],
  replies: GroupReplies,
): Promise<void> {
  const { callbacks, destination, slot, session } = state;
  const withoutReply: Recipient[] = [];
  const needTls: HeldRecipient[] = [];
  const denied: HeldRecipient[] = [];
  let tooMany: Outcome | undefined;
  const blocking: HeldRecipient[] = [];
  let complaint: Outcome | undefined;
  let served = false;

  // If a pipelining server falls silent, it may have left out one reply. Then the others do not
  // belong to the recipients that their order suggests.
  const isDoubtful = session.pipelining && replies.ended?.kind === 'timeout';
  let last = replies.ended && recipients[replies.recipients.length];

  for (const [position, recipient] of recipients.entries()) {
    const reply = replies.recipients[position];
    if (!reply) {
      withoutReply.push(recipient);
      continue;
    }
    const { classification, outcome } = readReply(state, 'rcpt', reply, recipient.wire);
    if (classification.action === 'next_transaction') {
      tooMany = outcome;
      withoutReply.push(recipient);
      continue;
    }
    if (isRefusal(classification) && !names(reply, recipient)) {
      if (isDoubtful) {
        withoutReply.push(recipient);
        continue;
      }
      if (namesAny(reply, recipients)) {
        callbacks.conclude(recipient, { ...outcome, ...REPLY_OF_ANOTHER });
        continue;
      }
    }
    const isUsedUp =
      classification.action === 'next_connection' ||
      (outcome.reason === 'throttled' && isLast(replies, position));
    if (isUsedUp && state.replies > 0) {
      // The server closes, or is about to, or has none left for us: as a 421 after some replies.
      state.over = true;
      state.feedback = 'eased_off';
      last = recipient;
      withoutReply.push(recipient);
      continue;
    }
    state.replies += 1;
    served ||= outcome.status !== 'unknown';
    if (classification.action === 'starttls') {
      needTls.push({ recipient, outcome });
    } else if (classification.action === 'next_mx') {
      denied.push({ recipient, outcome });
    } else if (classification.action === 'control_recipient') {
      state.current?.bareRefusals.push({ recipient, outcome });
    } else if (reply.code < 300 && outcome.status === 'deliverable') {
      state.transaction.accepted += 1;
      if (state.current) state.current.accepted = true;
      hold(state, batch, recipient, outcome);
    } else if (outcome.reason === 'mailbox_full') {
      hold(state, batch, recipient, outcome);
    } else {
      if (classification.rule === BEING_VERIFIED) batch.deferred = true;
      if (outcome.reason === 'greylisted') {
        batch.deferred = true;
        callbacks.keepTo(destination, batch.domain, slot.egress);
      } else if (classification.enhanced?.startsWith('4.7.')) {
        state.feedback = 'eased_off';
      }
      if (outcome.reason === 'throttled') complaint = outcome;
      if (outcome.reason === 'ip_blocked') blocking.push({ recipient, outcome });
      else callbacks.conclude(recipient, outcome);
    }
  }

  if (state.replies > 0) batch.fruitless = 0;
  if (tooMany && !replies.ended) lowerCap(state, batch, withoutReply, tooMany);
  putBack(batch, withoutReply, last);
  if (needTls.length > 0) await repeatInTls(state, batch, needTls);
  if (denied.length > 0) forward(state, batch, denied);
  if (complaint) throttled(state, batch, complaint);
  if (blocking.length > 0) blocked(state, batch, blocking);
  else if (served && !complaint) slot.served();
  if (replies.ended)
    connectionEnded(state, batch, replies.ended, recipients.length - replies.recipients.length);
}

/** Whether the server sent nothing after this reply, or closed the connection after it. */
function isLast({ ended, recipients }: GroupReplies, position: number): boolean {
  return position === recipients.length - 1 && (!ended || ended.kind === 'closed');
}

function isRefusal({ status, action }: Classification): boolean {
  return status === 'undeliverable' || action === 'control_recipient';
}

/** Whether a reply names the recipient. Some servers name a mailbox by its local part alone. */
function names({ raw }: Reply, { wire }: Recipient): boolean {
  return raw.includes(wire) || raw.includes(`<${wire.slice(0, wire.lastIndexOf('@'))}>`);
}

function namesAny({ raw }: Reply, recipients: readonly Recipient[]): boolean {
  return raw.includes('<') && recipients.some(({ wire }) => raw.includes(`<${wire}>`));
}

/** The verdict depends on what the domain says to a random recipient. */
function hold(
  { callbacks }: SessionState,
  batch: DomainBatch,
  recipient: Recipient,
  outcome: Outcome,
): void {
  if (batch.domain.catchAll === undefined) batch.held.push({ recipient, outcome });
  else callbacks.conclude(recipient, outcome);
}

/** @param last the recipient at which the connection ended, maybe the cause: it goes last */
function putBack(
  { waiting }: DomainBatch,
  recipients: readonly Recipient[],
  last: Recipient | undefined,
): void {
  waiting.unshift(...recipients.filter((recipient) => recipient !== last));
  if (last && recipients.includes(last)) waiting.push(last);
}

async function repeatInTls(
  state: SessionState,
  batch: DomainBatch,
  refused: readonly HeldRecipient[],
): Promise<void> {
  const recipients = refused.map(({ recipient }) => recipient);
  if (await startRequiredTls(state, batch, recipients)) {
    batch.waiting.unshift(...recipients);
    return;
  }
  for (const { recipient, outcome } of refused)
    state.callbacks.conclude(recipient, withoutTls(state, outcome));
}

function forward(
  { callbacks, destination, rank }: SessionState,
  { domain }: DomainBatch,
  denied: readonly HeldRecipient[],
): void {
  const recipients = denied.map(({ recipient }) => recipient);
  if (callbacks.forward(destination, rank, domain, recipients)) return;
  for (const { recipient, outcome } of denied) callbacks.conclude(recipient, outcome);
}
