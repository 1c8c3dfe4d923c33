import { isIPv6 } from 'node:net';
import type { CircuitBreaker } from '../flow/circuit-breaker.ts';
import { familiesOf } from '../dns/families.ts';
import {
  outcomeOfSuspendedServer,
  outcomeOfEnd,
  outcomeOfReply,
  outcomeWithoutReply,
} from '../verdict/outcome.ts';
import type { ContactedServer, Outcome, EndWithoutReply } from '../verdict/outcome.ts';
import { providerOf } from '../data/provider-of.ts';
import { openSession } from '../smtp/session.ts';
import type { SessionOpenFailure, Session, SessionSettings } from '../smtp/session.ts';
import { paceKeyOf, type Destination } from './destination.ts';
import type { ConnectionSlot } from './connection-slot.ts';
import type { VerifierContext } from './verifier-context.ts';

/**
 * A session with the first mail host that accepts one, or the outcome if none did. `throttled`: a
 * host of better preference complained about our rate.
 */
export type ConnectResult = { session: Session; rank: number; throttled: boolean } | Outcome;

/** Errors for a lack of IPv6 on our side or in a proxy. They are not caused by the host. */
const NO_IPV6 =
  /^(?:ENETUNREACH|EHOSTUNREACH|EADDRNOTAVAIL|EAFNOSUPPORT)$|(?:HostUnreachable|NetworkUnreachable|AddressNotSupported)$/;

const OUTAGE_FAILURE: SessionOpenFailure = {
  stage: 'connect',
  end: { kind: 'egress', detail: 'no mail host can be reached at present' },
  tryNextHost: true,
};

/**
 * Tries the mail hosts of a destination in order of preference, and the addresses of each.
 * Addresses of the second family are tried only if no connection to the first family succeeds. If
 * all fail, the reply of a host that refused is reported, because it explains more than a timeout.
 *
 * @param slot concurrency slot, which moves to each address's limit before connecting to it
 */
export async function connect(
  context: VerifierContext,
  destination: Destination,
  settings: SessionSettings,
  slot: ConnectionSlot,
): Promise<ConnectResult> {
  const { hosts } = destination.route;
  const families = familiesOf(settings.egress);
  let refusal: Outcome | undefined;
  let silentOutcome: Outcome | undefined;
  let triedHosts = 0;
  /** Addresses already tried. The same address may be listed under several host names. */
  const triedAddresses = new Set<string>();

  for (let rank = destination.rank; rank < hosts.length; rank += 1) {
    if (triedHosts >= context.limits.mailHosts) break;
    const result = await tryHost(hosts[rank] ?? '');
    if (!result) continue;
    if (!isSession(result)) return result;
    return { session: result, rank, throttled: refusal?.reason === 'throttled' };
  }
  return refusal ?? silentOutcome ?? outcomeWithoutReply('unknown', 'server_unreachable', 0.5);

  /** Returns an outcome if no other host would change it; undefined to try the next host. */
  async function tryHost(host: string): Promise<Session | Outcome | undefined> {
    let remainingFamilies = families;
    while (remainingFamilies.length > 0) {
      const found = await slot.run.router.addressesOf(host, remainingFamilies);
      if (found.kind !== 'usable') {
        settings.traceLine?.(host, 'note', found.detail);
        if (found.kind === 'failed')
          silentOutcome ??= outcomeWithoutReply('unknown', 'dns_error', 0.5, { mx: host });
        return undefined;
      }
      if (remainingFamilies === families) triedHosts += 1;
      remainingFamilies = found.others;
      for (const address of found.addresses) {
        if (triedAddresses.has(address)) continue;
        triedAddresses.add(address);
        const provider = providerOf(host);
        const asked = { mx: host, provider: provider?.id, egress: slot.egress.helo };
        const key = paceKeyOf(provider, address, slot.egress);
        const closed = await slot.moveTo(key, provider);
        if (closed) {
          refusal ??= outcomeOfSuspendedServer(asked, closed);
          continue;
        }
        const outage = slot.run.outageOf(slot.egress);
        const result = await tryAddress(context, destination, host, address, settings, outage);
        if (isSession(result)) return result;
        const outcome = outcomeOfFailure(context, result, asked, outage);
        slot.recordRefusal(outcome, domainOf(destination));
        settings.traceLine?.(host, 'note', `${address}: ${outcome.reply?.text ?? outcome.reason}`);
        if (!result.tryNextHost || settings.signal.aborted) return outcome;
        if (result.reply) {
          refusal ??= outcome;
          return undefined;
        }
        if (result.end?.kind !== 'unreachable') remainingFamilies = [];
        silentOutcome = lacksIpv6(address, result, settings) ? (silentOutcome ?? outcome) : outcome;
      }
    }
    return undefined;
  }
}

const domainOf = ({ batches, route }: Destination): string =>
  batches.values().next().value?.domain.name ?? route.key;

const isSession = (result: Session | object): result is Session => 'ask' in result;

async function tryAddress(
  context: VerifierContext,
  { served, sessions }: Destination,
  host: string,
  address: string,
  settings: SessionSettings,
  outage: CircuitBreaker,
): Promise<Session | SessionOpenFailure> {
  const { deadHosts, counters, limits, config } = context;
  const deadKey = paceKeyOf(undefined, address, settings.egress);
  const dead = deadHosts.get(deadKey);
  if (dead && !served) return dead;
  if (!outage.allows()) return OUTAGE_FAILURE;
  counters.connections += 1;
  const result = await openSession(host, address, settings);
  if (isSession(result) || result.reply) {
    outage.succeeded();
    return result;
  }
  if (result.end?.kind === 'egress') {
    // Other egress addresses take over immediately. A single one may recover soon.
    if (config.egress.length === 1) {
      outage.failed(host);
    } else if (!outage.isOpen()) {
      outage.open();
      config.onEgress?.({ kind: 'down', egress: settings.egress.helo, detail: result.end.detail });
    }
    return result;
  }
  const isAboutHost = !settings.signal.aborted && !lacksIpv6(address, result, settings);
  if (result.tryNextHost && isAboutHost) {
    outage.failed(host);
    // A host with other sessions is not dead.
    if (sessions === 1 && !served) deadHosts.set(deadKey, result, limits.deadHostMs / 1000);
  }
  return result;
}

/** Whether a connection failed only because our side has no IPv6. */
function lacksIpv6(
  address: string,
  { end }: SessionOpenFailure,
  { egress }: SessionSettings,
): boolean {
  if (end?.kind !== 'unreachable' || !isIPv6(address)) return false;
  return NO_IPV6.test(end.detail) && familiesOf(egress).length > 1;
}

function outcomeOfFailure(
  { classifier }: VerifierContext,
  { reply, end, stage }: SessionOpenFailure,
  asked: ContactedServer,
  outage: CircuitBreaker,
): Outcome {
  if (reply) return outcomeOfReply(classifier.classify(stage, reply, asked.provider), stage, asked);
  const silent: EndWithoutReply = end && 'detail' in end ? end : CONNECTION_CLOSED;
  return { ...outcomeOfEnd(stage, silent, asked), waitMs: outage.waitMs() };
}

const CONNECTION_CLOSED: EndWithoutReply = { kind: 'closed', detail: 'connection closed' };
