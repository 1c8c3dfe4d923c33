import { EventEmitter, once } from 'node:events';
import type { MailRoute } from '../dns/mail-route.ts';
import { createTtlCache } from '../facts/ttl-cache.ts';
import { outcomeWithoutReply } from '../outcome.ts';
import type { Outcome } from '../outcome.ts';
import type { Session, SessionSettings } from '../smtp/session.ts';
import type { Egress } from '../types.ts';
import { askRecipients } from './ask-recipients.ts';
import type { PaceFeedback } from './concurrency-limiter.ts';
import { connect } from './connect.ts';
import { createDestination, wantsSession } from './destination.ts';
import type { Destination } from './destination.ts';
import { createDomainBatch, isDone } from './domain-batch.ts';
import type { Domain, DomainBatch } from './domain-batch.ts';
import type { PendingTable } from './pending-table.ts';
import type { SessionCallbacks } from './session-callbacks.ts';
import type { VerifierContext } from './verifier-context.ts';

/** Destinations of a run that are kept. One that is dropped has to learn its server again. */
const DESTINATIONS = 65_536;
const DAY = 86_400;
/** Seconds for which the fact is stored whether a domain accepts everyone. */
const CATCH_ALL_TTL = 3 * DAY;
const UNCLEAR_TTL = 3600;
/** Milliseconds for which a provider that blocks us is left alone. */
const BLOCK_MS = 3_600_000;
/** Connections at once to a mail host that no known provider runs. */
const DEFAULT_SESSIONS = { initial: 2, max: 8 };

/**
 * Opens sessions to the destinations at which the domain batches of one run wait.
 *
 * @param signal ends every session
 * @param urgent its sessions come before those of other processes
 */
export function createScheduler(
  context: VerifierContext,
  egress: Exclude<Egress, { kind: 'off' }>,
  table: PendingTable,
  signal: AbortSignal,
  urgent: boolean,
) {
  const { config, limits, limiter, connections } = context;
  const destinations = createTtlCache<Destination>(DESTINATIONS, config.now);
  const events = new EventEmitter().setMaxListeners(0);
  /** Requested sessions that wait for their turn, and sessions at work. */
  let requested = 0;
  let working = 0;

  function destinationAt(route: MailRoute, rank: number): Destination {
    const key = `${rank} ${route.key}`;
    let destination = destinations.get(key);
    if (!destination) {
      destination = createDestination(route, rank, context.egressName);
      destinations.set(key, destination, Infinity);
    }
    return destination;
  }

  async function addTo(destination: Destination, batch: DomainBatch): Promise<void> {
    destination.batches.add(batch);
    const bounds = destination.provider?.sessions ?? DEFAULT_SESSIONS;
    await limiter.load(destination.paceKey, bounds, destination.provider !== undefined);
    requestSession(destination);
  }

  /** Requests a session if the destination needs one more. At most one request waits at a time. */
  function requestSession(destination: Destination): void {
    if (destination.requested || !mayOpen(destination)) return;
    destination.requested = true;
    void openInTurn(destination);
  }

  function mayOpen(destination: Destination): boolean {
    if (signal.aborted || !wantsSession(destination, limits.workPerSessionMs)) return false;
    const closed = limiter.closed(destination.paceKey);
    if (closed) refuse(destination, leftAlone(destination, closed));
    return !closed;
  }

  /** Waits until pace and concurrency allow a session, and runs it. */
  async function openInTurn(destination: Destination): Promise<void> {
    requested += 1;
    context.requests += 1;
    // The place in the queue is that of the request: who waited for the pace does not wait twice.
    const order = context.requests;
    await limiter.acquire(destination.paceKey, { signal, urgent });
    const closed = Promise.withResolvers<void>();
    context.closing.add(closed.promise);
    await connections.acquire(order);
    requested -= 1;
    events.emit('capacity');
    destination.requested = false;
    const feedback = mayOpen(destination) ? await runSession(destination) : 'neutral';
    connections.release();
    limiter.release(destination.paceKey, feedback);
    context.closing.delete(closed.promise);
    closed.resolve();
    requestSession(destination);
  }

  /** Resolves when the connection is closed: until then it counts. */
  async function runSession(destination: Destination): Promise<PaceFeedback> {
    destination.sessions += 1;
    working += 1;
    requestSession(destination);
    const { feedback, closed } = await useSession(destination);
    destination.sessions -= 1;
    working -= 1;
    if (working === 0) events.emit('idle');
    await closed;
    return feedback;
  }

  async function useSession(
    destination: Destination,
  ): Promise<{ feedback: PaceFeedback; closed?: Promise<void> | undefined }> {
    const settings = sessionSettings();
    let session: Session | undefined;
    try {
      const connected = await connect(context, destination, settings);
      if (!('session' in connected)) return { feedback: notConnected(destination, connected) };
      const { rank, throttled } = connected;
      ({ session } = connected);
      const feedback = await askRecipients(context, callbacks, destination, session, rank);
      const { host, ended } = session;
      if (ended && ended.kind !== 'shutdown') settings.tell?.(host, 'note', ended.detail);
      return {
        feedback: throttled && feedback === 'served' ? 'eased_off' : feedback,
        closed: session.quit(),
      };
    } catch (error) {
      // No server should be able to cause this. If one does, its recipients still get a verdict.
      config.onError('session', error);
      abandon(destination);
      return { feedback: 'neutral', closed: session?.quit() };
    }
  }

  /** Concludes all recipients of a destination, also those that a session has taken and lost. */
  function abandon({ batches }: Destination): void {
    const domains = new Set([...batches].map(({ domain }) => domain));
    table.concludeAll(outcomeWithoutReply('unknown', 'server_error', 0), domains);
    for (const domain of domains) Object.assign(domain, { batch: undefined, forwarded: [] });
    batches.clear();
  }

  function sessionSettings(): SessionSettings {
    const { smtp, now, trace } = config;
    context.sessions += 1;
    const session = context.sessions;
    const tell: SessionSettings['tell'] =
      trace &&
      ((host, direction, text) => trace({ kind: 'dialogue', session, host, direction, text }));
    return { smtp, egress, limits, now, signal, tell };
  }

  /** No mail host gave a session. */
  function notConnected(destination: Destination, outcome: Outcome): PaceFeedback {
    const { reason } = outcome;
    const feedback = reason === 'throttled' ? 'throttled' : 'neutral';
    if (signal.aborted) return feedback;
    if (reason === 'ip_blocked') {
      callbacks.block(destination);
    } else if (callbacks.isOneTooMany(destination, outcome)) {
      return 'throttled';
    } else if (destination.served && destination.broken + 1 < limits.fruitlessConnections) {
      // The trouble may be over in a moment.
      destination.broken += 1;
      return feedback;
    }
    refuse(destination, outcome);
    return feedback;
  }

  /** Gives everyone who waits the same outcome. What was accepted before stays accepted. */
  function refuse({ batches }: Destination, outcome: Outcome): void {
    for (const batch of batches) {
      for (const recipient of batch.waiting.splice(0)) table.conclude(recipient, outcome);
      batch.deferred = false;
      if (batch.held.length === 0 || batch.inFlight > 0 || batch.probing) continue;
      batch.domain.catchAll ??= 'unclear';
      table.concludeHeld(batch.domain);
    }
  }

  const callbacks: SessionCallbacks = {
    conclude: table.conclude,
    concludeHeld: table.concludeHeld,
    forward({ route }, rank, domain, recipients) {
      if (rank + 1 >= route.hosts.length) return false;
      const next = destinationAt(route, rank + 1);
      let batch = [...next.batches].find((each) => each.domain === domain);
      if (!batch) {
        batch = createDomainBatch(domain);
        domain.forwarded = [...domain.forwarded.filter((each) => !isDone(each)), batch];
      }
      batch.waiting.push(...recipients);
      void addTo(next, batch);
      return true;
    },
    refuse,
    storeFact({ route, provider }, { name, catchAll, recipientCap }: Domain) {
      const fact = {
        mx: route.key,
        ...(provider && { provider: provider.id }),
        ...(catchAll !== undefined && { catchAll }),
        ...(recipientCap !== undefined && { recipientCap }),
      };
      const isSure = catchAll === 'yes' || catchAll === 'no';
      void config.facts.putDomain(name, fact, isSure ? CATCH_ALL_TTL : UNCLEAR_TTL);
    },
    requestSession,
    isOneTooMany: ({ sessions, paceKey }, { reason }) =>
      sessions > 1 || (reason === 'throttled' && limiter.isShared(paceKey)),
    block: ({ paceKey }) => limiter.block(paceKey, BLOCK_MS / config.timeScale),
    suspectBlock: ({ paceKey }) => limiter.suspectBlock(paceKey, BLOCK_MS / config.timeScale),
  };

  return {
    /**
     * Resolves when few enough destinations wait for a session. Backpressure: a domain whose mail
     * hosts are known takes more memory than one that was only read.
     */
    async capacity(): Promise<void> {
      while (requested >= limits.destinationsAhead) await once(events, 'capacity');
    },
    /** Adds a batch to the destination of its domain. */
    add: (batch: DomainBatch, route: MailRoute): void =>
      void addTo(destinationAt(route, route.first), batch),
    /** Resolves when all sessions have sent QUIT, at the latest after `quitMs`. */
    async idle(): Promise<void> {
      if (working === 0) return;
      const soon = AbortSignal.timeout(limits.quitMs);
      await once(events, 'idle', { signal: soon }).catch(() => {});
    },
  };
}

/** The outcome of recipients at a provider that is left alone, after a block or during a rest. */
function leftAlone(
  { route, rank, provider }: Destination,
  { reason, ms }: { reason: 'ip_blocked' | 'throttled'; ms: number },
): Outcome {
  return outcomeWithoutReply('unknown', reason, 0.5, {
    rule: 'provider-left-alone',
    mx: route.hosts[rank] ?? '',
    provider: provider?.id,
    waitMs: ms,
  });
}
