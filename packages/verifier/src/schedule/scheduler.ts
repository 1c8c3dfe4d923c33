import { EventEmitter, once } from 'node:events';
import type { MailRoute } from '../dns/mail-route.ts';
import type { Egress } from '../model/types.ts';
import type { PaceFeedback } from '../capacity/pace.ts';
import { paceKeyForDestination, needsSession, type Destination } from './destination.ts';
import { createDestinations } from './destinations.ts';
import type { DomainBatch } from './domain-batch.ts';
import type { PendingTable } from './pending-table.ts';
import { createEgressSelector } from './egress-selector.ts';
import { acquireConnectionSlot, loadPace, type ConnectionSlot } from './connection-slot.ts';
import { serveDestination } from './serve-destination.ts';
import type { RunScope, VerifierContext } from './verifier-context.ts';

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

/** @param run aborting its signal ends every session */
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
   * Returns the egress addresses for another session. If no address may contact the destination,
   * refuses its waiting recipients.
   */
  function egressesForSession(destination: Destination): readonly Egress[] {
    if (run.signal.aborted || !needsSession(destination, limits.workPerSessionMs)) return [];
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
   * Runs a session. Resolves when the connection is closed, because a connection counts toward the
   * limits until it is closed.
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
