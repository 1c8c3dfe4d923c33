import { outcomeWithoutReply } from '../verdict/outcome.ts';
import { addMeasurement, msPerRecipient } from './destination.ts';
import type { DomainBatch, Recipient } from './domain-batch.ts';
import { handleReplies } from './handle-replies.ts';
import { mailRefused } from './session-failures.ts';
import { noTransaction, concludeAll } from './session-state.ts';
import type { SessionState } from './session-state.ts';
import { startTls } from './starttls.ts';
import { transactionCap } from './transaction-cap.ts';

/** Asks the next group of a batch's recipients, in the open transaction if that has room. */
export async function askGroup(state: SessionState, batch: DomainBatch): Promise<void> {
  const { context, callbacks, destination, session } = state;
  const { config, counters, limits, limiter } = context;
  const utf8 = batch.waiting[0]?.utf8 ?? false;
  if (utf8 && !session.smtputf8) return refuseUtf8(state, batch);
  const cap = transactionCap(state, batch);
  const { sent } = state.transaction;
  const joins = sent > 0 && sent < cap && state.transaction.utf8 === utf8;
  const size = Math.min(joins ? cap - sent : cap, groupSize(state));
  const recipients = takeGroup(batch, utf8, size);
  if (!joins) state.transaction = { ...noTransaction(), utf8 };
  state.transaction.sent += recipients.length;
  batch.inFlight += recipients.length;
  counters.recipients += recipients.length;

  const start = config.now();
  let last = start;
  const replies = await session[joins ? 'askMore' : 'ask'](
    recipients.map(({ wire }) => wire),
    utf8,
    () => {
      const time = config.now();
      addMeasurement(destination, time - last);
      if (growsSlower(state, time - last)) state.over = true;
      // The replies of one read come without a pause: the microtask runs after the last of them.
      if (last === start) queueMicrotask(() => callbacks.requestSession(destination));
      last = time;
    },
  );
  batch.inFlight -= recipients.length;
  if (last - start >= limits.groupMs / 2) limiter.served(state.slot.key);
  if (replies.mailRefused) await mailRefused(state, batch, recipients, replies.mailRefused);
  else await handleReplies(state, batch, recipients, replies);
}

/**
 * Whether replies take twice as long each time, as Courier's after each refusal of a connection: its
 * third one takes longer than we wait. The next connection begins anew.
 */
function growsSlower(state: SessionState, ms: number): boolean {
  const growth = ms / state.slowestMs;
  state.slowestMs = Math.max(state.slowestMs, ms);
  return ms >= state.context.limits.slowReplyMs && growth >= 1.5 && growth <= 3;
}

/** The MAIL command says whether the recipients are ASCII, so a group holds only one kind. */
function takeGroup({ waiting }: DomainBatch, utf8: boolean, most: number): Recipient[] {
  let size = 0;
  while (size < most && waiting[size]?.utf8 === utf8) size += 1;
  return waiting.splice(0, size);
}

/** How many recipients may be sent together, so that a group takes no longer than it should. */
function groupSize({ context, destination }: SessionState): number {
  const { groupMs, firstGroup } = context.limits;
  if (destination.oneByOne) return 1;
  const ms = msPerRecipient(destination);
  return ms === undefined ? firstGroup : Math.max(1, Math.floor(groupMs / ms));
}

/** Refuses recipients that need SMTPUTF8 (RFC 6531 §3.2), unless it is offered inside TLS. */
export async function refuseUtf8(state: SessionState, batch: DomainBatch): Promise<void> {
  const { session, asked } = state;
  if (!batch.waiting.some(({ utf8 }) => utf8)) return;
  if ((await startTls(state)) && session.smtputf8) return;
  const refused = batch.waiting.filter(({ utf8 }) => utf8);
  batch.waiting = batch.waiting.filter(({ utf8 }) => !utf8);
  const rule = 'smtputf8-not-offered';
  const known = { ...asked, rule, retry: false };
  concludeAll(state, refused, outcomeWithoutReply('unknown', 'policy', 0.9, known));
}
