import { EventEmitter, once } from 'node:events';
import type { MailRoute } from '../dns/mail-route.ts';
import { createTtlCache } from '../flow/ttl-cache.ts';
import { isAboutEgress, outcomeWithoutReply } from '../verdict/outcome.ts';
import type { Outcome } from '../verdict/outcome.ts';
import type { Session, SessionSettings } from '../smtp/session.ts';
import type { Egress } from '../model/types.ts';
import { askRecipients } from './ask-recipients.ts';
import type { PaceFeedback } from '../capacity/concurrency-limiter.ts';
import { connect } from './connect.ts';
import { createDestination, paceKeyAt, wantsSession } from './destination.ts';
import type { Destination } from './destination.ts';
import { createDomainBatch, isDone } from './domain-batch.ts';
import type { Domain, DomainBatch } from './domain-batch.ts';
import type { PendingTable } from './pending-table.ts';
import type { SessionCallbacks } from './session-callbacks.ts';
import { createEgressChoice } from './egress-choice.ts';
import { acquireSlot, loadPace } from './slot.ts';
import type { Slot } from './slot.ts';
import type { RunScope, VerifierContext } from './verifier-context.ts';

/** Destinations of a run that are kept. One that is dropped has to learn its server again. */
const DESTINATIONS = 65_536;
const DAY = 86_400;
/** Seconds for which the fact is stored whether a domain accepts everyone. */
const CATCH_ALL_TTL = 3 * DAY;
const UNCLEAR_TTL = 3600;
/** The last attempt at a server that greylists comes an hour after the first, or a bit later. */
const GREYLIST_TTL = 2 * 3600;

/**
 * Opens sessions to the destinations at which the domain batches of one run wait.
 *
 * @param run its signal ends every session
 */
export function createScheduler(context: VerifierContext, table: PendingTable, run: RunScope) {
  const { signal } = run;
  const { config, limits, limiter, connections } = context;
  const choice = createEgressChoice(context, run);
  const destinations = createTtlCache<Destination>(DESTINATIONS, config.now);
  const events = new EventEmitter().setMaxListeners(0);
  /** Requested sessions that wait for their turn, and sessions at work. */
  let requested = 0;
  let working = 0;

  function destinationAt(route: MailRoute, rank: number, egress: Egress): Destination {
    const key = `${egress.helo} ${rank} ${route.key}`;
    let destination = destinations.get(key);
    if (!destination) {
      destination = createDestination(route, rank, egress);
      destinations.set(key, destination, Infinity);
    }
    return destination;
  }

  async function addTo(destination: Destination, batch: DomainBatch): Promise<void> {
    destination.batches.add(batch);
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
      const feedback = await askRecipients(context, callbacks, destination, session, slot, rank);
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

  /** No mail host gave a session. */
  function notConnected(destination: Destination, slot: Slot, outcome: Outcome): PaceFeedback {
    const { reason } = outcome;
    const feedback = reason === 'throttled' ? 'throttled' : 'neutral';
    if (signal.aborted) return feedback;
    const isBlocked = reason === 'ip_blocked';
    if (!isBlocked && callbacks.isOneTooMany(destination, slot, outcome)) {
      // Another address goes on where this one has failed us: the server has not complained.
      const isOurs = outcome.rule === 'connection-egress' && config.egress.length > 1;
      return isOurs ? 'neutral' : 'throttled';
    }
    if (!isBlocked && destination.served && destination.broken + 1 < limits.fruitlessConnections) {
      // The trouble may be over in a moment.
      destination.broken += 1;
      return feedback;
    }
    refuse(destination, outcome);
    return feedback;
  }

  /** Gives everyone who waits the same outcome. What was accepted before stays accepted. */
  function refuse(destination: Destination, outcome: Outcome): void {
    for (const batch of destination.batches) {
      if (goElsewhere(destination, batch, outcome)) continue;
      for (const recipient of batch.waiting.splice(0)) table.conclude(recipient, outcome);
      batch.deferred = false;
      if (batch.held.length === 0 || batch.inFlight > 0 || batch.probing) continue;
      batch.domain.catchAll ??= 'unclear';
      table.concludeHeld(batch.domain);
    }
  }

  function goElsewhere(destination: Destination, batch: DomainBatch, outcome: Outcome): boolean {
    const { domain, waiting } = batch;
    const by = config.egress.find(({ helo }) => helo === outcome.egress);
    if (config.egress.length < 2 || !by || waiting.length === 0 || !isAboutEgress(outcome))
      return false;
    const isPutOff = domain.egress === by;
    // A server that greylists has to see the same address again, and says only that it is too soon.
    if (isPutOff && outcome.reason === 'throttled') return false;
    domain.refusedBy = new Set(domain.refusedBy).add(by);
    if (isPutOff) domain.egress = undefined;
    const [next] = choice.usableFor(destination, domain);
    if (!next) {
      domain.refusedBy = undefined;
    } else if (by === destination.egress && destination.sessions < 2) {
      // What another session here puts back later would be asked by none there.
      destination.batches.delete(batch);
      void addTo(destinationAt(destination.route, destination.rank, next), batch);
    }
    return next !== undefined;
  }

  function storeFact({ route, provider }: Destination, domain: Domain): void {
    const { name, catchAll, learntAt, recipientCap, dmarc, egress } = domain;
    const fact = {
      mx: route.key,
      ...(provider && { provider: provider.id }),
      ...(catchAll !== undefined && { catchAll, at: learntAt ?? config.now() }),
      ...(recipientCap !== undefined && { recipientCap }),
      ...(dmarc && { dmarc }),
      ...(egress && { egress: egress.helo }),
    };
    const isSure = catchAll === 'yes' || catchAll === 'no';
    const unsureTtl = egress ? GREYLIST_TTL : UNCLEAR_TTL;
    void config.facts.putDomain(name, fact, isSure ? CATCH_ALL_TTL : unsureTtl);
  }

  const callbacks: SessionCallbacks = {
    conclude: table.conclude,
    concludeHeld: table.concludeHeld,
    forward({ route, egress }, rank, domain, recipients) {
      if (rank + 1 >= route.hosts.length) return false;
      const next = destinationAt(route, rank + 1, egress);
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
    goElsewhere,
    keepTo(destination, domain, egress) {
      if (config.egress.length < 2 || domain.egress === egress) return;
      domain.egress = egress;
      storeFact(destination, domain);
    },
    storeFact,
    requestSession,
    isOneTooMany: ({ sessions }, { key }, { reason }) =>
      sessions > 1 || (reason === 'throttled' && limiter.isShared(key)),
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
    add: (batch: DomainBatch, route: MailRoute, egress: Egress): void =>
      void addTo(destinationAt(route, route.first, egress), batch),
    /** Resolves when all sessions have sent QUIT, at the latest after `quitMs`. */
    async idle(): Promise<void> {
      if (working === 0) return;
      const soon = AbortSignal.timeout(limits.quitMs);
      await once(events, 'idle', { signal: soon }).catch(() => {});
    },
  };
}
