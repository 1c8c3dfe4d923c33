import { EventEmitter, once } from 'node:events';
import type { MailRoute } from '../dns/mail-route.ts';
import type { Egress } from '../model/types.ts';
import type { PaceFeedback } from '../capacity/pace.ts';
import { paceKeyForDestination, countNeededSessions, type Destination } from './destination.ts';
import { createDestinations, type Destinations } from './destinations.ts';
import type { DomainBatch } from './domain-batch.ts';
import type { PendingTable } from './pending-table.ts';
import { createEgressSelector } from './egress-selector.ts';
import {
  acquireConnectionSlot,
  loadPace,
  type ConnectionSlot,
  isConnectionLimitReply,
} from './connection-slot.ts';
import type { RunScope, VerifierContext } from './verifier-context.ts';
import { providerOf } from '../data/provider-of.ts';
import type { Session, SessionSettings } from '../smtp/session.ts';
import type { Outcome } from '../verdict/outcome.ts';
import { checkRecipients } from './check-recipients.ts';
import { connect } from './connect.ts';
import { createDialogue } from './dialogue.ts';

interface SessionScope {
  context: VerifierContext;
  table: PendingTable;
  destinations: Destinations;
  /** Called when the time per recipient is known: another session may help. */
  onMeasured: (destination: Destination) => void;
  onMoved: (to: Destination) => void;
}

/** Connects to a destination and checks its recipients. Never throws. */
async function serveDestination(
  scope: SessionScope,
  destination: Destination,
  slot: ConnectionSlot,
): Promise<{ feedback: PaceFeedback; closed?: Promise<void> | undefined }> {
  const { context, table, destinations } = scope;
  const settings = sessionSettings(scope, destination, slot);
  let session: Session | undefined;
  try {
    destination.opening += 1;
    const connected = await connect(context, destination, settings, slot).finally(() => {
      destination.opening -= 1;
    });
    if (!('session' in connected))
      return { feedback: handleConnectFailure(scope, destination, slot, connected) };
    const { rank, throttled } = connected;
    ({ session } = connected);
    const provider = rank === destination.rank ? destination.provider : providerOf(session.host);
    const dialogue = createDialogue(context, session, provider, slot.egress.helo);
    const work = { context, table, destinations, destination, dialogue, slot, rank };
    let feedback: PaceFeedback = 'neutral';
    for await (const event of checkRecipients(work))
      if (event.kind === 'measured') scope.onMeasured(destination);
      else if (event.kind === 'moved') scope.onMoved(event.to);
      else ({ feedback } = event);

    const { host, ended } = session;
    if (ended && ended.kind !== 'shutdown') settings.traceLine?.(host, 'note', ended.detail);
    return {
      feedback: throttled && feedback === 'served' ? 'partially_throttled' : feedback,
      closed: session.quit(),
    };
  } catch (error) {
    // No server should be able to cause this. If one does, its recipients get a verdict anyway.
    context.config.onError('session', error);
    destinations.abandon(destination);
    return { feedback: 'neutral', closed: session?.quit() };
  }
}

function sessionSettings(
  { context }: SessionScope,
  { oneByOne }: Destination,
  slot: ConnectionSlot,
): SessionSettings {
  const { limiter, limits } = context;
  const { smtp, now, trace } = context.config;
  context.sessions += 1;
  const session = context.sessions;
  const traceLine: SessionSettings['traceLine'] =
    trace &&
    ((host, direction, text) => trace({ kind: 'dialogue', session, host, direction, text }));
  const isContested = () => limiter.isContested(slot.key, slot.run);
  return {
    smtp,
    egress: slot.egress,
    limits,
    now,
    signal: slot.run.signal,
    traceLine,
    isContested,
    isUnpipelined: oneByOne,
  };
}

/** Refuses the recipients of a destination unless another session may still serve them. */
function handleConnectFailure(
  { context, destinations, onMoved }: SessionScope,
  destination: Destination,
  slot: ConnectionSlot,
  outcome: Outcome,
): PaceFeedback {
  const { reason } = outcome;
  const feedback = reason === 'throttled' ? 'throttled' : 'neutral';
  if (slot.run.signal.aborted) return feedback;
  if (reason !== 'ip_blocked') {
    if (isConnectionLimitReply({ context, destination, slot }, outcome)) {
      // If our own address failed, another one continues: the server has not complained.
      const isOurs = outcome.rule === 'connection-egress' && context.config.egress.length > 1;
      return isOurs ? 'neutral' : 'throttled';
    }
    const mayRecover = destination.failedConnections + 1 < context.limits.maxFailedConnections;
    if (destination.served && mayRecover) {
      destination.failedConnections += 1;
      return feedback;
    }
  }
  for (const moved of destinations.refuse(destination, outcome)) onMoved(moved);
  return feedback;
}

/** Opens sessions to the destinations at which the domain batches of one run wait. */
export interface Scheduler {
  /**
   * Resolves when few enough destinations wait for a session. Backpressure: a domain whose mail
   * hosts are known takes more memory than one that was only read.
   */
  waitForCapacity(): Promise<void>;
  add(batch: DomainBatch, route: MailRoute, egress: Egress): void;
  /** Resolves when all sessions have sent QUIT, at the latest after `quitMs`. */
  waitUntilIdle(): Promise<void>;
}

/** @param run aborting its signal closes every session */
export function createScheduler(
  context: VerifierContext,
  table: PendingTable,
  run: RunScope,
): Scheduler {
  const { limits, limiter, connections } = context;
  const choice = createEgressSelector(context, run);
  const destinations = createDestinations(context, table, choice);
  const events = new EventEmitter().setMaxListeners(0);
  const scope = {
    context,
    table,
    destinations,
    onMeasured: requestSession,
    onMoved: (destination: Destination) => void admit(destination),
  };
  /** Number of sessions that wait for permission to connect. */
  let requested = 0;
  /** Number of running sessions. */
  let working = 0;

  /** Loads the pace of a destination, then requests a session for its waiting recipients. */
  async function admit(destination: Destination): Promise<void> {
    const { provider, egress } = destination;
    await loadPace(context, paceKeyForDestination(destination, egress), provider, egress);
    requestSession(destination);
  }

  /** Requests another session if needed. Each destination has at most one request in the queue. */
  function requestSession(destination: Destination): void {
    if (destination.requested) return;
    const egresses = egressesForSession(destination);
    if (egresses.length === 0) return;
    destination.requested = true;
    void queueSession(destination, egresses);
  }

  /**
   * Returns the egress addresses that may contact a destination. If there is none, refuses its
   * waiting recipients.
   */
  function egressesForSession(destination: Destination): readonly Egress[] {
    const wanted = destination.sessions + 1;
    const isNeeded = countNeededSessions(destination, limits.workPerSessionMs, wanted) === wanted;
    if (run.signal.aborted || !isNeeded) return [];
    const egresses = choice.forNextSession(destination);
    // A working session may be a trial, which decides about the waiting recipients.
    if (egresses.length === 0 && destination.sessions === 0)
      for (const moved of destinations.refuse(destination, choice.refusal(destination)))
        void admit(moved);
    return egresses;
  }

  /** Waits until pace and concurrency allow a session, and runs it. */
  async function queueSession(
    destination: Destination,
    egresses: readonly Egress[],
  ): Promise<void> {
    requested += 1;
    context.requests += 1;
    // Read before waiting for a slot, so that the wait does not cost the session its place in the
    // queue for a connection.
    const order = context.requests;
    const slot = await acquireConnectionSlot(context, destination, egresses, run);
    const closed = Promise.withResolvers<void>();
    context.closing.add(closed.promise);
    await connections.acquire(order);
    requested -= 1;
    events.emit('capacity');
    destination.requested = false;
    const mayStart =
      egressesForSession(destination).includes(slot.egress) && !limiter.begin(slot.key, run);
    const feedback = mayStart ? await runSession(destination, slot) : 'neutral';
    connections.release();
    slot.release(feedback);
    context.closing.delete(closed.promise);
    closed.resolve();
    requestSession(destination);
  }

  /**
   * Runs a session. Resolves when its connection is closed, because it counts toward the limits
   * until then.
   */
  async function runSession(destination: Destination, slot: ConnectionSlot): Promise<PaceFeedback> {
    destination.sessions += 1;
    working += 1;
    requestSession(destination);
    const { feedback, closed } = await serveDestination(scope, destination, slot);
    destination.sessions -= 1;
    working -= 1;
    if (working === 0) events.emit('idle');
    await closed;
    return feedback;
  }

  return {
    async waitForCapacity() {
      while (requested >= limits.destinationsAhead) await once(events, 'capacity');
    },
    add: (batch, route, egress) => void admit(destinations.add(batch, route, egress)),
    async waitUntilIdle() {
      if (working === 0) return;
      const timeout = AbortSignal.timeout(limits.quitMs);
      await once(events, 'idle', { signal: timeout }).catch(() => {});
    },
  };
}
