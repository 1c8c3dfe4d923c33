import type { MailRoute } from '../dns/mail-route.ts';
import { createTtlCache } from '../flow/ttl-cache.ts';
import type { DomainFact } from '../model/facts.ts';
import type { Egress } from '../model/types.ts';
import { isAboutEgress, outcomeWithoutReply, type Outcome } from '../verdict/outcome.ts';
import { concludeUnconfirmed } from './batch-session.ts';
import { createDestination, type Destination } from './destination.ts';
import { createDomainBatch, isBatchDone } from './domain-batch.ts';
import type { Domain, DomainBatch, Recipient } from './domain-batch.ts';
import type { EgressSelector } from './egress-selector.ts';
import { concludeWithoutProbe, type PendingTable } from './pending-table.ts';
import type { VerifierContext } from './verifier-context.ts';

/**
 * Maximum destinations of a run. A destination that is dropped loses its knowledge about its
 * server.
 */
const MAX_DESTINATIONS = 65_536;
const DAY_SECONDS = 86_400;
const CATCH_ALL_TTL_SECONDS = 3 * DAY_SECONDS;
const UNCLEAR_TTL_SECONDS = 3600;
/** Must outlive the last attempt at a greylisting server, about an hour after the first. */
const GREYLIST_TTL_SECONDS = 2 * 3600;

/**
 * Queues the recipients of a run at destinations, moves them if a server gives no conclusive reply,
 * and concludes them if no server does. The caller requests the sessions.
 */
export interface Destinations {
  add(batch: DomainBatch, route: MailRoute, egress: Egress): Destination;
  /**
   * Moves the waiting recipients of a batch to another egress address.
   * @param outcome the refusal of the current egress address
   * @returns their new destination, possibly the same; undefined if no other address may be used
   */
  moveToOtherEgress(
    destination: Destination,
    batch: DomainBatch,
    outcome: Outcome,
  ): Destination | undefined;
  /** Moves recipients to the host after `rank`. Returns undefined if there is no such host. */
  moveToNextHost(
    destination: Destination,
    rank: number,
    domain: Domain,
    recipients: readonly Recipient[],
  ): Destination | undefined;
  /**
   * Gives all waiting recipients the same outcome, unless it is about our egress address and
   * another address may be used. Recipients that were already accepted remain accepted.
   * @returns destinations to which recipients moved instead
   */
  refuse(destination: Destination, outcome: Outcome): Destination[];
  /** Concludes all recipients of a destination, including recipients that a failed session lost. */
  abandon(destination: Destination): void;
  /**
   * Keeps using this egress address, because the server greylisted it and must see the same address
   * again.
   */
  pinEgress(destination: Destination, domain: Domain, egress: Egress): void;
  storeFact(destination: Destination, domain: Domain): void;
}

export function createDestinations(
  { config }: VerifierContext,
  table: PendingTable,
  choice: EgressSelector,
): Destinations {
  const { egress: egresses, facts, now } = config;
  const destinations = createTtlCache<Destination>(MAX_DESTINATIONS, now);

  function destinationFor(route: MailRoute, rank: number, egress: Egress): Destination {
    const key = `${egress.helo} ${rank} ${route.key}`;
    let destination = destinations.get(key);
    if (!destination) {
      destination = createDestination(route, rank, egress);
      destinations.set(key, destination, Infinity);
    }
    return destination;
  }

  function storeFact(destination: Destination, domain: Domain): void {
    const { name, catchAll, egress } = domain;
    const isSure = catchAll === 'yes' || catchAll === 'no';
    const unsureTtl = egress ? GREYLIST_TTL_SECONDS : UNCLEAR_TTL_SECONDS;
    void facts.putDomain(
      name,
      factOf(destination, domain, now()),
      isSure ? CATCH_ALL_TTL_SECONDS : unsureTtl,
    );
  }

  function moveToOtherEgress(
    destination: Destination,
    batch: DomainBatch,
    outcome: Outcome,
  ): Destination | undefined {
    const { domain, waiting } = batch;
    const refusedEgress = egresses.find(({ helo }) => helo === outcome.egress);
    if (egresses.length < 2 || !refusedEgress || waiting.length === 0 || !isAboutEgress(outcome))
      return undefined;
    if (!recordEgressRefusal(domain, refusedEgress, outcome)) return undefined;
    const [next] = choice.usableFor(destination, domain);
    if (!next) {
      domain.refusedBy = undefined;
      return undefined;
    }
    // Another session may still return recipients to this batch. If the batch moved, no session
    // here would send them.
    if (refusedEgress !== destination.egress || destination.sessions > 1) return destination;
    destination.batches.delete(batch);
    const other = destinationFor(destination.route, destination.rank, next);
    other.batches.add(batch);
    return other;
  }

  return {
    add(batch, route, egress) {
      const destination = destinationFor(route, route.first, egress);
      destination.batches.add(batch);
      return destination;
    },

    moveToOtherEgress,

    moveToNextHost({ route, egress }, rank, domain, recipients) {
      if (rank + 1 >= route.hosts.length) return undefined;
      const next = destinationFor(route, rank + 1, egress);
      batchAt(next, domain).waiting.push(...recipients);
      return next;
    },

    refuse(destination, outcome) {
      const moved: Destination[] = [];
      for (const batch of destination.batches) {
        const next = moveToOtherEgress(destination, batch, outcome);
        if (next) {
          if (next !== destination) moved.push(next);
          continue;
        }
        table.concludeEach(batch.waiting.splice(0), outcome);
        concludeUnconfirmed(table, batch);
        batch.deferred = false;
        const { domain, held, inFlight, probing } = batch;
        if (held.length > 0 && inFlight === 0 && !probing) concludeWithoutProbe(table, domain);
      }
      return moved;
    },

    abandon({ batches }) {
      const domains = new Set([...batches].map(({ domain }) => domain));
      table.concludeAll(outcomeWithoutReply('unknown', 'server_error', 0), domains);
      for (const domain of domains) Object.assign(domain, { batch: undefined, forwarded: [] });
      batches.clear();
    },

    pinEgress(destination, domain, egress) {
      if (egresses.length < 2 || domain.egress === egress) return;
      domain.egress = egress;
      storeFact(destination, domain);
    },

    storeFact,
  };
}

/** Returns the batch of a domain at another mail host, creating it if needed. */
function batchAt({ batches }: Destination, domain: Domain): DomainBatch {
  let batch = [...batches].find((each) => each.domain === domain);
  if (!batch) {
    batch = createDomainBatch(domain);
    domain.forwarded = [...domain.forwarded.filter((each) => !isBatchDone(each)), batch];
    batches.add(batch);
  }
  return batch;
}

/** @returns whether another egress address may be used */
function recordEgressRefusal(domain: Domain, egress: Egress, { reason }: Outcome): boolean {
  const isGreylisted = domain.egress === egress;
  // A greylisting server must see the same address again; `throttled` only means "too soon".
  if (isGreylisted && reason === 'throttled') return false;
  domain.refusedBy = new Set(domain.refusedBy).add(egress);
  if (isGreylisted) domain.egress = undefined;
  return true;
}

function factOf({ route, provider }: Destination, domain: Domain, now: number): DomainFact {
  const { catchAll, learnedAt, transactionSize, dmarc, egress } = domain;
  // Later runs do not send the random recipient, which would show which transactions are tainted.
  const recipientCap = transactionSize === undefined ? domain.recipientCap : 1;
  return {
    mx: route.key,
    ...(provider && { provider: provider.id }),
    ...(catchAll !== undefined && { catchAll, at: learnedAt ?? now }),
    ...(recipientCap !== undefined && { recipientCap }),
    ...(dmarc && { dmarc }),
    ...(egress && { egress: egress.helo }),
  };
}
