import type { Provider } from '../data/providers.ts';
import type { MailRoute } from '../dns/mail-route.ts';
import { providerOf } from '../data/provider-of.ts';
import type { Egress } from '../model/types.ts';
import { isBatchDone, mayCheckFrom, needsProbe, type DomainBatch } from './domain-batch.ts';

/**
 * The mail hosts of a route from a given rank on, and the domain batches that one egress address
 * checks there. Domains with the same mail hosts and egress address share a destination and its
 * connections.
 */
export type Destination = ReturnType<typeof createDestination>;

/**
 * @param rank index of the first host to try: earlier ones have denied these recipients
 * @param egress preferred egress address; another one is used if this one cannot be used
 */
export function createDestination(route: MailRoute, rank: number, egress: Egress) {
  const host = route.hosts[rank] ?? route.hosts[0] ?? '';
  return {
    route,
    rank,
    provider: providerOf(host),
    egress,
    /**
     * Identifies the server. For the route's first usable host, this is the address, because many
     * small domains use different names for a shared host; for any other host, the name.
     */
    server: rank === route.first ? route.address : host,
    /**
     * Whether the last session used an egress address other than the preferred one. The next
     * session then queues at all egress addresses at once.
     */
    isSpread: false,
    batches: new Set<DomainBatch>(),
    sessions: 0,
    /** Number of sessions that are not connected yet. */
    opening: 0,
    requested: false,
    /** Whether to send one command at a time, because the server stopped replying to several. */
    oneByOne: false,
    /** Maximum size of the next group; undefined before the first one. */
    groupLimit: undefined as number | undefined,
    needsTls: false,
    served: false,
    /**
     * Number of consecutive connections that ended before a recipient got a reply, plus domains
     * abandoned for that reason.
     */
    failedConnections: 0,
    /** Time that sessions spent on recent recipients, and the number of these recipients. */
    measured: { ms: 0, recipients: 0 },
  };
}

/** Returns a key for the provider, or else the server, together with our egress address. */
export const paceKeyOf = (
  provider: Provider | undefined,
  address: string,
  { helo }: Egress,
): string => `${provider?.id ?? address}|${helo}`;

export const paceKeyForDestination = (
  { provider, server }: Pick<Destination, 'provider' | 'server'>,
  egress: Egress,
): string => paceKeyOf(provider, server, egress);

/** Returns the next batch with work for `egress` (any if omitted). Removes completed batches. */
export function nextBatch({ batches }: Destination, egress?: Egress): DomainBatch | undefined {
  for (const batch of batches) {
    if (egress && !mayCheckFrom(batch.domain, egress)) continue;
    if (batch.waiting.length > 0 || needsProbe(batch)) return batch;
    if (isBatchDone(batch)) batches.delete(batch);
  }
  return undefined;
}

/** Returns the number of waiting recipients that no session being opened will need, up to `max`. */
export function countSpareRecipients({ batches, opening }: Destination, max: number): number {
  if (opening === 0) return max;
  let count = -opening;
  for (const { waiting } of batches) {
    count += waiting.length;
    if (count >= max) return max;
  }
  return Math.max(0, count);
}

/** Number of recipients after which earlier measurements count half. */
const MEASURED_RECIPIENTS = 64;

export function addMeasurement({ measured }: Destination, ms: number): void {
  measured.ms += ms;
  measured.recipients += 1;
  if (measured.recipients < MEASURED_RECIPIENTS) return;
  measured.ms /= 2;
  measured.recipients /= 2;
}

/** Returns undefined before the first reply. */
export function msPerRecipient({ measured: { ms, recipients } }: Destination): number | undefined {
  return recipients === 0 ? undefined : ms / recipients;
}

/**
 * Returns the number of sessions that a destination should have: one as soon as a batch has work,
 * and another for each `workPerSessionMs` of expected work on recipients without a reply.
 *
 * @param max number at which to stop counting
 */
export function countNeededSessions(
  destination: Destination,
  workPerSessionMs: number,
  max: number,
): number {
  if (!nextBatch(destination)) return 0;
  const ms = msPerRecipient(destination);
  if (ms === undefined) return 1;
  let work = 0;
  for (const { waiting, inFlight, onHold } of destination.batches) {
    work += (waiting.length + inFlight - onHold) * ms;
    if (work > (max - 1) * workPerSessionMs) return max;
  }
  return Math.max(1, Math.ceil(work / workPerSessionMs));
}
