import { EventEmitter, once } from 'node:events';
import type { MailRoute } from '../dns/mail-route.ts';
import type { Outcome } from '../verdict/outcome.ts';
import type { Session, SessionSettings } from '../smtp/session.ts';
import type { Egress } from '../model/types.ts';
import { providerOf } from '../data/provider-of.ts';
import { askRecipients } from './ask-recipients.ts';
import type { PaceFeedback } from '../capacity/pace.ts';
import { connect } from './connect.ts';
import { paceKeyAt, wantsSession, type Destination } from './destination.ts';
import { createDestinations } from './destinations.ts';
import { createDialogue } from './dialogue.ts';
import type { DomainBatch } from './domain-batch.ts';
import type { PendingTable } from './pending-table.ts';
import { createEgressChoice } from './egress-choice.ts';
import { acquireSlot, isConnectionLimitReply, loadPace, type Slot } from './slot.ts';
import type { RunScope, VerifierContext } from './verifier-context.ts';

/**
 * Opens sessions to the destinations at which the domain batches of one run wait.
 *
 * @param run its signal ends every session
 */
export function createScheduler(context: VerifierContext, table: PendingTable, run: RunScope) {
  const { signal } = run;
  const { config, limits, limiter, connections } = context;
  const choice = createEgressChoice(context, run);
  const destinations = createDestinations(context, table, choice);
  const events = new EventEmitter().setMaxListeners(0);
  /** Requested sessions that wait for their turn, and sessions at work. */
  let requested = 0;
  let working = 0;

  /** Requests a session for a destination at which recipients wait now. */
  async function admit(destination: Destination): Promise<void> {
    const { provider, egress } = destination;
    await loadPace(context, paceKeyAt(destination, egress), provider, egress);
    requestSession(destination);
  }

  /** Requests a session if the destination needs one more. At most one request waits at a time. */
  function requestSession(destination: Destination): void {
    if (destination.requested) return;
    const egresses = mayOpen(destination);
    if (egresses.length === 0) return;
    destination.requested = true;
    void openInTurn(destination, egresses);
  }

  /** The egress addresses by which one more session may be opened. */
  function mayOpen(destination: Destination): readonly Egress[] {
    if (signal.aborted || !wantsSession(destination, limits.workPerSessionMs)) return [];
    const egresses = choice.forNextSession(destination);
    // A session at work may be a trial: it decides about those that wait.
    if (egresses.length === 0 && destination.sessions === 0)
      refuse(destination, choice.refusal(destination));
    return egresses;
  }

  /** Waits until pace and concurrency allow a session, and runs it. */
  async function openInTurn(destination: Destination, egresses: readonly Egress[]): Promise<void> {
    requested += 1;
    context.requests += 1;
    // The place in the queue is that of the request: who waited for the pace does not wait twice.
    const order = context.requests;
    const slot = await acquireSlot(context, destination, egresses, run);
    const closed = Promise.withResolvers<void>();
    context.closing.add(closed.promise);
    await connections.acquire(order);
    requested -= 1;
    events.emit('capacity');
    destination.requested = false;
    const begins = mayOpen(destination).includes(slot.egress) && !limiter.begin(slot.key, run);
    const feedback = begins ? await runSession(destination, slot) : 'neutral';
    connections.release();
    slot.release(feedback);
    context.closing.delete(closed.promise);
    closed.resolve();
    requestSession(destination);
  }

  /** Resolves when the connection is closed: until then it counts. */
  async function runSession(destination: Destination, slot: Slot): Promise<PaceFeedback> {
    destination.sessions += 1;
    working += 1;
    requestSession(destination);
    const { feedback, closed } = await useSession(destination, slot);
    destination.sessions -= 1;
    working -= 1;
    if (working === 0) events.emit('idle');
    await closed;
    return feedback;
  }

  async function useSession(
    destination: Destination,
    slot: Slot,
  ): Promise<{ feedback: PaceFeedback; closed?: Promise<void> | undefined }> {
    const settings = sessionSettings(slot);
    let session: Session | undefined;
    try {
      const connected = await connect(context, destination, settings, slot);
      if (!('session' in connected))
        return { feedback: notConnected(destination, slot, connected) };
      const { rank, throttled } = connected;
      ({ session } = connected);
      const provider = rank === destination.rank ? destination.provider : providerOf(session.host);
      const dialogue = createDialogue(context, session, provider, slot.egress.helo);
      const work = { context, table, destinations, destination, dialogue, slot, rank };
      let feedback: PaceFeedback = 'neutral';
      for await (const event of askRecipients(work))
        if (event.kind === 'measured') requestSession(destination);
        else if (event.kind === 'moved') void admit(event.to);
        else ({ feedback } = event);

      const { host, ended } = session;
      if (ended && ended.kind !== 'shutdown') settings.tell?.(host, 'note', ended.detail);
      return {
        feedback: throttled && feedback === 'served' ? 'partially_throttled' : feedback,
        closed: session.quit(),
      };
    } catch (error) {
      // No server should be able to cause this. If one does, its recipients still get a verdict.
      config.onError('session', error);
      destinations.abandon(destination);
      return { feedback: 'neutral', closed: session?.quit() };
    }
  }

  function sessionSettings(slot: Slot): SessionSettings {
    const { smtp, now, trace } = config;
    context.sessions += 1;
    const session = context.sessions;
    const tell: SessionSettings['tell'] =
      trace &&
      ((host, direction, text) => trace({ kind: 'dialogue', session, host, direction, text }));
    const isContested = () => limiter.isContested(slot.key, run);
    return { smtp, egress: slot.egress, limits, now, signal, tell, isContested };
  }

  function notConnected(destination: Destination, slot: Slot, outcome: Outcome): PaceFeedback {
    const { reason } = outcome;
    const feedback = reason === 'throttled' ? 'throttled' : 'neutral';
    if (signal.aborted) return feedback;
    const isBlocked = reason === 'ip_blocked';
    if (!isBlocked && isConnectionLimitReply({ context, destination, slot }, outcome)) {
      // Another address goes on where this one has failed us: the server has not complained.
      const isOurs = outcome.rule === 'connection-egress' && config.egress.length > 1;
      return isOurs ? 'neutral' : 'throttled';
    }
    if (
      !isBlocked &&
      destination.served &&
      destination.failedConnections + 1 < limits.maxFailedConnections
    ) {
      // The trouble may be over in a moment.
      destination.failedConnections += 1;
      return feedback;
    }
    refuse(destination, outcome);
    return feedback;
  }

  function refuse(destination: Destination, outcome: Outcome): void {
    for (const moved of destinations.refuse(destination, outcome)) void admit(moved);
  }

  return {
    /**
     * Resolves when few enough destinations wait for a session. Backpressure: a domain whose mail
     * hosts are known takes more memory than one that was only read.
     */
    async capacity(): Promise<void> {
      while (requested >= limits.destinationsAhead) await once(events, 'capacity');
    },
    add: (batch: DomainBatch, route: MailRoute, egress: Egress): void =>
      void admit(destinations.add(batch, route, egress)),
    /** Resolves when all sessions have sent QUIT, at the latest after `quitMs`. */
    async idle(): Promise<void> {
      if (working === 0) return;
      const soon = AbortSignal.timeout(limits.quitMs);
      await once(events, 'idle', { signal: soon }).catch(() => {});
    },
  };
}
