import { REFUSED_MAILBOX } from '../classify/classify-reply.ts';
import type { Outcome } from '../verdict/outcome.ts';
import type { DomainBatch, HeldRecipient, Recipient } from './domain-batch.ts';
import type { PendingTable } from './pending-table.ts';

/**
 * Replies of one session to the recipients of a batch. Another reply must confirm them before they
 * count.
 */
export interface BatchSession {
  batch: DomainBatch;
  /** A recipient of an earlier batch that the server accepted on this connection. */
  control: Recipient | undefined;
  /** Whether the server has accepted a recipient of the batch. */
  accepted: boolean;
  /** Refusals without a reason, kept until the server accepts another recipient. */
  bareRefusals: HeldRecipient[];
  /** Recipients with a 252, kept until the server accepts another recipient. */
  unverified: HeldRecipient[];
  /**
   * Recipients accepted after another recipient of the open transaction, which may have caused
   * their acceptance. A refusal in the same transaction confirms them.
   */
  suspects: HeldRecipient[];
  /** Whether a recipient was accepted in the open transaction since its last refusal. */
  hasTail: boolean;
  unknownUsers: number;
  /** The last refusals, if they are identical and may be about us. */
  lastRefusals: { text: string; held: HeldRecipient[] };
}

/** Unknown users after which some servers refuse everyone, so that guessing addresses is useless. */
const MIN_UNKNOWN_USERS = 3;
/** Maximum connections on which a batch's recipients are sent again after such refusals. */
const MAX_REOPENED = 2;
/** Maximum transactions of a session with a single recipient each. */
const MAX_SINGLE_TRANSACTIONS = 50;

/**
 * Returns the outcome of a refusal without a reason, once the server has accepted another
 * recipient.
 */
export const asRefusedMailbox = (outcome: Outcome): Outcome => ({
  ...outcome,
  ...REFUSED_MAILBOX,
  retry: false,
});

/** @param before the session's previous batch: servers count unknown users over all domains */
export const createBatchSession = (batch: DomainBatch, before?: BatchSession): BatchSession => ({
  batch,
  control: before?.batch.control ?? before?.control,
  accepted: false,
  bareRefusals: [],
  unverified: [],
  suspects: [],
  hasTail: false,
  unknownUsers: before?.unknownUsers ?? 0,
  lastRefusals: { text: '', held: [] },
});

/** Holds an acceptance if its verdict depends on the domain's reply to the random recipient. */
function acceptRecipient(table: PendingTable, batch: DomainBatch, held: HeldRecipient): void {
  if (batch.domain.catchAll === undefined) batch.held.push(held);
  else table.conclude(held.recipient, held.outcome);
}

/** @param mayBeTainted whether another recipient of the transaction may be the reason */
export function recordAcceptance(
  table: PendingTable,
  session: BatchSession,
  held: HeldRecipient,
  mayBeTainted: boolean,
): void {
  const { batch } = session;
  if (!batch.control) {
    batch.control = held.recipient;
    batch.waiting.push(...batch.unconfirmed.splice(0).map(recipientOf));
  }
  confirmReplies(table, session);
  if (mayBeTainted && session.hasTail) hold(batch, session.suspects, held);
  else acceptRecipient(table, batch, held);
  session.hasTail = true;
}

export function recordUnverified(
  table: PendingTable,
  session: BatchSession,
  held: HeldRecipient,
): void {
  const { accepted, batch, unverified } = session;
  if (accepted) acceptRecipient(table, batch, held);
  else hold(batch, unverified, held);
}

export const recordBareRefusal = (
  { batch, bareRefusals }: BatchSession,
  held: HeldRecipient,
): void => hold(batch, bareRefusals, held);

/** Counts the replies of a session, because the server accepted a recipient of the batch in it. */
export function confirmReplies(table: PendingTable, session: BatchSession): void {
  const { batch, bareRefusals, unverified } = session;
  session.accepted = true;
  concludeLastRefusals(table, session);
  for (const each of takeFrom(batch, unverified)) acceptRecipient(table, batch, each);
  for (const { recipient, outcome } of takeFrom(batch, bareRefusals))
    table.conclude(recipient, asRefusedMailbox(outcome));
}

/**
 * Whether to send a recipient that the server accepted before: because of the last refusals, or
 * because only another session of the batch saw an acceptance.
 */
export const needsControl = ({
  batch,
  bareRefusals,
  unverified,
  lastRefusals,
}: BatchSession): boolean =>
  lastRefusals.held.length > 0 ||
  (batch.control !== undefined && bareRefusals.length + unverified.length > 0);

/**
 * Handles recipients whose replies no acceptance confirmed in this session. They are set aside
 * until another session gets an acceptance, then sent again once.
 *
 * @param isSilent whether the server stopped replying, so that it would not reply again either
 */
export function settleUnconfirmed(
  table: PendingTable,
  session: BatchSession,
  isSilent = false,
): void {
  const { batch } = session;
  const held = [
    ...takeFrom(batch, session.bareRefusals),
    ...takeFrom(batch, session.unverified).map(({ recipient, outcome }): HeldRecipient => ({
      recipient,
      outcome: { ...outcome, status: 'unknown', reason: 'policy' },
    })),
  ];
  if (held.length === 0) return;
  if (batch.control && !isSilent && !batch.wasResent) {
    batch.wasResent = true;
    batch.waiting.push(...held.map(recipientOf));
  } else if (batch.control) {
    for (const { recipient, outcome } of held) table.conclude(recipient, outcome);
  } else {
    batch.unconfirmed.push(...held);
  }
}

/** Concludes the recipients that were set aside, unless another reply for the batch may follow. */
export function concludeUnconfirmed(
  table: PendingTable,
  { inFlight, unconfirmed, waiting }: DomainBatch,
): void {
  if (inFlight > 0 || waiting.length > 0) return;
  for (const { recipient, outcome } of unconfirmed.splice(0)) table.conclude(recipient, outcome);
}

/**
 * @param mayBeAboutUs whether the server may have started to refuse every recipient after some
 * unknown users
 */
export function recordRefusal(
  table: PendingTable,
  session: BatchSession,
  { recipient, outcome }: HeldRecipient,
  mayBeAboutUs: boolean,
): void {
  const { batch, lastRefusals } = session;
  acceptSuspects(table, session);
  session.hasTail = false;
  const text = `${outcome.reply?.code} ${outcome.rule}`;
  if (text !== lastRefusals.text) concludeLastRefusals(table, session);
  lastRefusals.text = text;
  session.unknownUsers += 1;
  const isLate = session.unknownUsers > MIN_UNKNOWN_USERS;
  if (mayBeAboutUs && isLate) hold(batch, lastRefusals.held, { recipient, outcome });
  else table.conclude(recipient, outcome);
}

/**
 * Holds recipients, which still count as sent, so that no other session considers the batch done.
 */
function hold(batch: DomainBatch, list: HeldRecipient[], held: HeldRecipient): void {
  list.push(held);
  batch.inFlight += 1;
  batch.onHold += 1;
}

function takeFrom(batch: DomainBatch, list: HeldRecipient[]): HeldRecipient[] {
  batch.inFlight -= list.length;
  batch.onHold -= list.length;
  return list.splice(0);
}

export function acceptSuspects(table: PendingTable, { batch, suspects }: BatchSession): void {
  for (const each of takeFrom(batch, suspects)) acceptRecipient(table, batch, each);
}

export function concludeLastRefusals(
  table: PendingTable,
  { batch, lastRefusals }: BatchSession,
): void {
  for (const { recipient, outcome } of takeFrom(batch, lastRefusals.held))
    table.conclude(recipient, outcome);
}

/** Sends the last refusals again on a new connection if no control can confirm them. */
export function resendUnconfirmedRefusals(table: PendingTable, session: BatchSession): void {
  if (session.batch.refusals < MAX_REOPENED) resendLastRefusals(table, session);
  else concludeLastRefusals(table, session);
}

/**
 * Sends the last refusals again: the server refuses a recipient that it had accepted, so they prove
 * nothing.
 */
export function resendLastRefusals(
  table: PendingTable,
  { batch, lastRefusals }: BatchSession,
): void {
  const held = takeFrom(batch, lastRefusals.held);
  if (held.length === 0) return;
  batch.refusals += 1;
  if (batch.refusals <= MAX_REOPENED) batch.waiting.push(...held.map(recipientOf));
  else
    for (const { recipient, outcome } of held)
      table.conclude(recipient, { ...outcome, ...REFUSES_EVERYONE });
}

const REFUSES_EVERYONE = {
  status: 'unknown',
  reason: 'throttled',
  confidence: 0.5,
  rule: 'refuses-everyone',
  retry: true,
} as const satisfies Partial<Outcome>;

const recipientOf = ({ recipient }: HeldRecipient): Recipient => recipient;

/**
 * Sends the recipients of a tainted transaction again, in this and later runs with one per
 * transaction, or with half as many as before if a session would need too many transactions.
 *
 * @param size number of recipients of the transaction
 * @param transactions number of transactions of the session so far
 */
export function resendSuspects(
  { batch, suspects }: BatchSession,
  size: number,
  transactions: number,
): void {
  const { domain, waiting } = batch;
  waiting.unshift(...takeFrom(batch, suspects).map(recipientOf));
  if (waiting.length <= MAX_SINGLE_TRANSACTIONS - transactions) domain.recipientCap = 1;
  else domain.transactionSize = Math.max(1, Math.floor(size / 2));
}

/**
 * Handles all replies that are still unconfirmed when the session moves on from their batch.
 *
 * @param isSilent whether the server stopped replying, so that it would not reply again either
 */
export function endBatchSession(
  table: PendingTable,
  session: BatchSession,
  isSilent = false,
): void {
  settleUnconfirmed(table, session, isSilent);
  acceptSuspects(table, session);
  if (isSilent) concludeLastRefusals(table, session);
  else resendUnconfirmedRefusals(table, session);
  concludeUnconfirmed(table, session.batch);
}
