import type { Provider } from '../data/providers.ts';
import type { MailRoute } from '../dns/mail-route.ts';
import { providerOf } from '../data/provider-of.ts';
import type { Egress } from '../model/types.ts';
import { isDone, mayAskBy, needsProbe, type DomainBatch } from './domain-batch.ts';

/**
 * The mail hosts of a route from a given one on, and the domain batches that are to be asked there
 * by one egress address. Domains with the same mail hosts and egress address share a destination,
 * and so share connections.
 */
export type Destination = ReturnType<typeof createDestination>;

/**
 * @param rank index of the first host to ask: the ones before it have denied these recipients
 * @param egress the address that its domains prefer; another one serves where this one cannot
 */
export function createDestination(route: MailRoute, rank: number, egress: Egress) {
  const host = route.hosts[rank] ?? route.hosts[0] ?? '';
  return {
    route,
    rank,
    provider: providerOf(host),
    egress,
    /** Small domains often have their own name for a first host that many of them share. */
    server: rank === route.first ? route.address : host,
    /** The last session had to take another address: the next one need not wait to learn that. */
    isSpread: false,
    batches: new Set<DomainBatch>(),
    /** SMTP sessions at work. */
    sessions: 0,
    /** A session is requested and waits for its turn. */
    requested: false,
    /** A server here fell silent over several recipients: it is asked about one at a time. */
    oneByOne: false,
    /** A server here was seen to require TLS. */
    needsTls: false,
    /** A recipient got a reply here. */
    served: false,
    /** Connections in a row that ended before a recipient was asked, and domains lost that way. */
    failedConnections: 0,
    /** The time that sessions spent on the latest recipients. */
    measured: { ms: 0, recipients: 0 },
  };
}

/**
 * Identifies who is connected to, a provider or else a server, together with our egress address.
 */
export const paceKeyOf = (
  provider: Provider | undefined,
  address: string,
  { helo }: Egress,
): string => `${provider?.id ?? address}|${helo}`;

/** The key at which a destination is asked by one of our addresses. */
export const paceKeyAt = (
  { provider, server }: Pick<Destination, 'provider' | 'server'>,
  egress: Egress,
): string => paceKeyOf(provider, server, egress);

/**
 * The next batch that a session can work on. Removes batches that are done.
 *
 * @param egress the session's address; any without
 */
export function nextBatch({ batches }: Destination, egress?: Egress): DomainBatch | undefined {
  for (const batch of batches) {
    if (egress && !mayAskBy(batch.domain, egress)) continue;
    if (batch.waiting.length > 0 || needsProbe(batch)) return batch;
    if (isDone(batch)) batches.delete(batch);
  }
  return undefined;
}

/** Recipients after which the measured time counts half, so that the latest count most. */
const MEASURED_RECIPIENTS = 64;

/** Adds the time that a session spent on one recipient. */
export function addMeasurement({ measured }: Destination, ms: number): void {
  measured.ms += ms;
  measured.recipients += 1;
  if (measured.recipients < MEASURED_RECIPIENTS) return;
  measured.ms /= 2;
  measured.recipients /= 2;
}

/** Milliseconds that a session spends on one recipient; undefined before the first reply. */
export function msPerRecipient({ measured: { ms, recipients } }: Destination): number | undefined {
  return recipients === 0 ? undefined : ms / recipients;
}

/**
 * Whether a destination should get one more session: the first as soon as there is something to do,
 * and then one for each `workPerSessionMs` that its recipients without a reply will take.
 */
export function wantsSession(destination: Destination, workPerSessionMs: number): boolean {
  const { sessions, batches } = destination;
  if (!nextBatch(destination)) return false;
  if (sessions === 0) return true;
  const ms = msPerRecipient(destination);
  if (ms === undefined) return false;
  let work = 0;
  for (const { waiting, inFlight } of batches) {
    work += (waiting.length + inFlight) * ms;
    if (work > sessions * workPerSessionMs) return true;
  }
  return false;
}
