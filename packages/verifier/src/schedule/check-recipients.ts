import type { PaceFeedback } from '../capacity/pace.ts';
import { outcomeWithoutReply, type Outcome } from '../verdict/outcome.ts';
import {
  addMeasurement,
  countNeededSessions,
  countSpareRecipients,
  msPerRecipient,
  nextBatch,
  type Destination,
} from './destination.ts';
import type { Dialogue, ProbeReport } from './dialogue.ts';
import { concludeWithoutProbe } from './pending-table.ts';
import {
  needsProbe,
  takeSkippableRecipients,
  outcomeForSkippedRecipients,
} from './domain-batch.ts';
import type { DomainBatch, Recipient } from './domain-batch.ts';
import {
  concludeLastRefusals,
  acceptSuspects,
  confirmReplies,
  createBatchSession,
  resendUnconfirmedRefusals,
  endBatchSession,
  needsControl,
  resendLastRefusals,
  resendSuspects,
  settleUnconfirmed,
  type BatchSession,
} from './batch-session.ts';
import { handleEarlyEnd, handleGroup, handleMailRefusal } from './handle-group.ts';
import type { SessionContext, SessionEffects } from './handle-group.ts';

/** Events of a working session, for the scheduler that opens sessions. */
export type SessionEvent =
  /** The time per recipient is known, so another session may help. */
  | { kind: 'measured' }
  /** Recipients have moved to another destination. */
  | { kind: 'moved'; to: Destination }
  | { kind: 'over'; feedback: PaceFeedback };

/** Checks until no recipient is waiting or the session is used up, but does not close it. */
export async function* checkRecipients(work: SessionContext): AsyncGenerator<SessionEvent, void> {
  const { context, table, destination, dialogue, slot } = work;
  const { session, provider, asked } = dialogue;
  let feedback: PaceFeedback | undefined;
  let isOver = false;
  let batchSession: BatchSession | undefined;
  const movedTo = new Set<Destination>();

  function* applyEffects(effects: SessionEffects): Generator<SessionEvent> {
    feedback = effects.feedback ?? feedback;
    isOver ||= effects.isOver === true;
    for (const to of effects.moved ?? []) {
      movedTo.add(to);
      yield { kind: 'moved', to };
    }
  }

  if (destination.needsTls) await dialogue.startTls();
  if (session.ended) yield* applyEffects(handleEarlyEnd(work, session.ended));
  while (!isOver && !session.ended && context.limiter.mayContinue(slot.key, slot.run)) {
    const batch = nextBatch(destination, slot.egress);
    if (batchSession) {
      const { waiting, domain } = batchSession.batch;
      const next = batch === batchSession.batch ? waiting[0] : undefined;
      if (!next && needsControl(batchSession)) {
        yield* applyEffects(await sendControl(work, batchSession));
        continue;
      }
      const isTransactionOver = !next || !dialogue.fitsTransaction(domain, next.utf8);
      if (isTransactionOver && batchSession.suspects.length > 0) {
        if (dialogue.hasRoomForRandom(domain)) isOver = await askProbe(work, batchSession);
        else acceptSuspects(table, batchSession);
        continue;
      }
    }
    if (!batch || !dialogue.mayServe(batch.domain)) break;
    if (batchSession?.batch !== batch) {
      if (batchSession) endBatchSession(table, batchSession);
      batchSession = createBatchSession(batch, batchSession);
      dialogue.endTransaction();
      if (!session.smtputf8) await refuseUtf8(work, batch);
    }
    const [first] = batch.waiting;
    if (mayProbeFirst(dialogue, batch)) {
      isOver = await askProbe(work, batchSession);
      table.concludeEach(
        takeSkippableRecipients(batch, provider),
        outcomeForSkippedRecipients(asked),
      );
    } else if (first?.utf8 === true && !session.smtputf8) {
      await refuseUtf8(work, batch);
    } else if (first) {
      if (dialogue.capacity(batch.domain, first.utf8) === 0) break;
      // Leave these recipients to sessions that are being opened, which would otherwise have
      // nothing to do.
      if (session.transactions > 0 && countSpareRecipients(destination, 1) === 0) break;
      yield* applyEffects(yield* askGroup(work, batchSession));
    } else if (needsProbe(batch)) {
      isOver = await askProbe(work, batchSession);
    }
  }
  if (batchSession) endBatchSession(table, batchSession, session.ended?.kind === 'timeout');
  // A batch that has moved may have had held recipients.
  for (const to of movedTo) yield { kind: 'moved', to };
  if (dialogue.hasReplied) Object.assign(destination, { served: true, failedConnections: 0 });
  yield { kind: 'over', feedback: feedback ?? (dialogue.hasReplied ? 'served' : 'neutral') };
}

/**
 * Whether to send the random recipient before the real ones. If it is accepted, the domain accepts
 * everyone, so the real ones need not be sent.
 */
const mayProbeFirst = (
  { provider }: Dialogue,
  { domain, waiting, probing }: DomainBatch,
): boolean =>
  provider?.probe === 'first' &&
  waiting.length > 0 &&
  domain.catchAll === undefined &&
  !domain.probed &&
  !probing;

/** Factor by which the limit of a group grows after each complete group. */
const GROUP_GROWTH = 8;

async function* askGroup(
  work: SessionContext,
  batchSession: BatchSession,
): AsyncGenerator<SessionEvent, SessionEffects> {
  const { context, table, destination, dialogue, slot } = work;
  const { limits, limiter } = context;
  const { batch } = batchSession;
  const { domain } = batch;
  const { groupLimit = limits.firstGroup } = destination;
  const utf8 = batch.waiting[0]?.utf8 ?? false;
  const size = Math.min(dialogue.capacity(domain, utf8), groupSize(work));
  const recipients = takeGroup(batch, utf8, size);
  batch.inFlight += recipients.length;
  const measured = Promise.withResolvers<boolean>();
  const asked = dialogue.ask(domain, recipients, utf8, (ms) => {
    addMeasurement(destination, ms);
    measured.resolve(true);
  });
  // Replies that arrive in one chunk are processed together, so execution resumes here only after
  // the last of them.
  const isMeasured = await Promise.race([measured.promise, asked.then(() => false)]);
  if (isMeasured) {
    if ((msPerRecipient(destination) ?? 0) >= limits.slowRecipientMs) {
      const { workPerSessionMs } = limits;
      limiter.allowForSlowServer(
        slot.key,
        countNeededSessions(destination, workPerSessionMs, Infinity),
      );
    }
    yield { kind: 'measured' };
  }
  const report = await asked;
  if (report.ms >= limits.groupMs / 2) limiter.recordSuccess(slot.key);
  const isComplete = !report.ended && report.left.length === 0;
  if (isComplete) destination.groupLimit = Math.max(groupLimit, GROUP_GROWTH * recipients.length);

  const { mailRefused } = report;
  if (mailRefused) {
    const retriesInTls = mailRefused.needsTls && (await startRequiredTls(work));
    batch.inFlight -= recipients.length;
    if (!retriesInTls) {
      const { outcome, needsTls } = mailRefused;
      const mailOutcome = needsTls ? outcomeWithoutTls(dialogue, outcome) : outcome;
      return handleMailRefusal(work, batch, recipients, mailOutcome);
    }
    batch.waiting.unshift(...recipients);
    return {};
  }
  const refused = report.answers.filter(({ kind }) => kind === 'needs_tls');
  // The refused recipients still count as sent, so that no other session considers the batch done.
  batch.inFlight -= recipients.length - refused.length;
  const effects = handleGroup(work, batchSession, report);
  if (refused.length === 0) return effects;
  const isSecured = await startRequiredTls(work);
  batch.inFlight -= refused.length;
  if (isSecured) batch.waiting.unshift(...refused.map(({ recipient }) => recipient));
  else
    for (const { recipient, outcome } of refused)
      table.conclude(recipient, outcomeWithoutTls(dialogue, outcome));
  return effects;
}

/** Takes only ASCII or only non-ASCII recipients, because MAIL declares which ones follow. */
function takeGroup({ waiting }: DomainBatch, utf8: boolean, max: number): Recipient[] {
  let size = 0;
  while (size < max && waiting[size]?.utf8 === utf8) size += 1;
  return waiting.splice(0, size);
}

/**
 * Returns the size of a group that takes about `groupMs`, but not more than the limit that grows
 * with each group. Leaves a recipient to each session that is being opened.
 */
function groupSize({ context, destination }: SessionContext): number {
  const { groupMs, firstGroup } = context.limits;
  const { oneByOne, groupLimit = firstGroup } = destination;
  if (oneByOne) return 1;
  const ms = msPerRecipient(destination) ?? 0;
  const size = Math.min(Math.floor(groupMs / ms), countSpareRecipients(destination, groupLimit));
  return Math.max(1, size);
}

/** Records that TLS is required, so that later sessions start TLS before they send recipients. */
function startRequiredTls({ destination, dialogue }: SessionContext): Promise<boolean> {
  const { starttls, secured, ended } = dialogue.session;
  if (starttls && !secured && !ended) destination.needsTls = true;
  return dialogue.startTls();
}

/**
 * Returns the outcome of recipients for which TLS was required but not started. If the server
 * offers TLS, another attempt may succeed (454, RFC 3207 §4).
 */
function outcomeWithoutTls({ session }: Dialogue, outcome: Outcome): Outcome {
  if (!session.starttls || session.secured) return outcome;
  return { ...outcome, reason: 'server_error', rule: 'tls-out-of-order', retry: true };
}

/**
 * Concludes recipients that need SMTPUTF8 (RFC 6531 §3.2), unless the server offers it inside TLS.
 */
async function refuseUtf8({ table, dialogue }: SessionContext, batch: DomainBatch): Promise<void> {
  if (!batch.waiting.some(({ utf8 }) => utf8)) return;
  if ((await dialogue.startTls()) && dialogue.session.smtputf8) return;
  const refused = batch.waiting.filter(({ utf8 }) => utf8);
  batch.waiting = batch.waiting.filter(({ utf8 }) => !utf8);
  const known = { ...dialogue.asked, rule: 'smtputf8-not-offered', retry: false };
  table.concludeEach(refused, outcomeWithoutReply('unknown', 'policy', 0.9, known));
}

/**
 * Sends an accepted recipient again, because the server may refuse everyone in this session.
 * Without an accepted recipient, sends the postmaster, which every server should accept (RFC 5321
 * §4.5.1).
 */
async function sendControl(
  { table, dialogue }: SessionContext,
  batchSession: BatchSession,
): Promise<SessionEffects> {
  const { batch, lastRefusals } = batchSession;
  const [held] = lastRefusals.held;
  const accepted = batch.control ?? batchSession.control;
  const wire = `postmaster@${batch.domain.name}`;
  const control = accepted ?? (held && { ...held.recipient, wire, utf8: false });
  dialogue.endTransaction();
  const mayAsk = control && dialogue.capacity(control.domain, control.utf8) > 0;
  const { answers } = mayAsk
    ? await dialogue.ask(control.domain, [control], control.utf8, () => {})
    : { answers: [] };
  const [answer] = answers;
  if (answer?.kind === 'accepted') {
    if (control === batch.control) confirmReplies(table, batchSession);
    else concludeLastRefusals(table, batchSession);
    return {};
  }
  settleUnconfirmed(table, batchSession);
  if (!answer || !accepted) {
    resendUnconfirmedRefusals(table, batchSession);
    return { isOver: batch.waiting.length > 0 };
  }
  resendLastRefusals(table, batchSession);
  // No session is opened just for the random recipient.
  if (batch.waiting.length === 0) concludeWithoutProbe(table, batch.domain);
  return { isOver: true, feedback: 'partially_throttled' };
}

/**
 * Sends the random recipient, usually last, so that it cannot affect the reply to a real recipient.
 *
 * @returns whether the session is over and the next session must send it again
 */
async function askProbe(work: SessionContext, batchSession: BatchSession): Promise<boolean> {
  const { dialogue, table } = work;
  const { batch } = batchSession;
  const size = dialogue.transactionSize;
  batch.probing = true;
  batch.probes += 1;
  const report = await dialogue.askRandom(batch.domain);
  batch.probing = false;
  const { classification, ended, hadReplied } = report;
  // Servers that count unknown users also count this one.
  if (report.catchAll === 'no') batchSession.unknownUsers += 1;
  if (report.isTainted) resendSuspects(batchSession, size, dialogue.session.transactions);
  else acceptSuspects(table, batchSession);
  const mayRetry = hadReplied && batch.probes < 2 && !report.isUnconfirmed;
  const { action } = classification ?? {};
  // The server seems to limit the recipients of a connection.
  if (mayRetry && (action === 'next_transaction' || action === 'next_connection')) return true;
  if (ended) {
    const { kind } = ended;
    if (kind === 'aborted') return true;
    if (mayRetry && !classification && kind !== 'timeout' && kind !== 'garbage') return true;
  }
  if (batch.domain.catchAll === undefined || report.isTainted) recordCatchAll(work, batch, report);
  return false;
}

function recordCatchAll(
  { table, destinations, destination }: SessionContext,
  batch: DomainBatch,
  { classification, catchAll }: ProbeReport,
): void {
  const { domain } = batch;
  batch.deferred = false;
  domain.probed = true;
  if (catchAll === 'unclear' && batch.held.length === 0) return;
  domain.catchAll = catchAll;
  domain.learnedAt = undefined;
  table.concludeHeld(domain);
  if (classification?.reason !== 'greylisted') destinations.storeFact(destination, domain);
}
