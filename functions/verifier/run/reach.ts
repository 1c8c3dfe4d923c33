import { isIPv6 } from 'node:net';
import { familiesOf } from '../dns/families.ts';
import { providerOf } from '../providers.ts';
import { openSession } from '../smtp/session.ts';
import type { OpenFailure, Session, SessionSettings } from '../smtp/session.ts';
import { outcomeOf, unheard } from '../verdict.ts';
import type { Outcome } from '../verdict.ts';
import { outcomeOfEnd } from './outcome-of-end.ts';
import type { Silence } from './outcome-of-end.ts';
import type { Engine } from './engine.ts';
import type { MailStop } from './mail-stop.ts';

/** A session at the first mail host that gives one, or why none did. */
export type Reached =
  /** `complained`: a better host would not have us just now. */
  { session: Session; rank: number; complained: boolean } | { outcome: Outcome };

/** Heard where there is no IPv6 at all, on our side or a proxy's: it says nothing of the host. */
const NO_IPV6 =
  /^(?:ENETUNREACH|EHOSTUNREACH|EADDRNOTAVAIL|EAFNOSUPPORT)$|(?:HostUnreachable|NetworkUnreachable|AddressNotSupported)$/;

/** No mail host can be reached at present, so none is tried. */
const OUTAGE: OpenFailure = {
  stage: 'connect',
  end: { kind: 'unreachable', detail: 'no mail host can be reached at present' },
  tryNextHost: true,
};

/**
 * Goes through the mail hosts of a stop, best first, and the addresses of each: those of another
 * family only when there was no connecting to the first. The reply of a host that refused explains
 * more than a silence, so it is what is reported when all fail.
 */
export async function reach(
  engine: Engine,
  stop: MailStop,
  settings: SessionSettings,
): Promise<Reached> {
  const { hosts } = stop.route;
  const families = familiesOf(settings.egress);
  let refusal: Outcome | undefined;
  let silence: Outcome | undefined;
  let tried = 0;
  /** A host may stand there by several names. */
  const knockedAt = new Set<string>();

  for (let rank = stop.rank; rank < hosts.length && tried < engine.limits.mailHosts; rank += 1) {
    const result = await tryHost(hosts[rank] ?? '');
    if (!result) continue;
    if (!('ask' in result)) return { outcome: result };
    return { session: result, rank, complained: refusal?.reason === 'throttled' };
  }
  return {
    outcome: refusal ?? silence ?? unheard('unknown', 'server_unreachable', 0.5),
  };

  /** A session, an outcome that no other host would change, or nothing. */
  async function tryHost(host: string): Promise<Session | Outcome | undefined> {
    let left = families;
    while (left.length > 0) {
      const found = await engine.router.addressesOf(host, left);
      if (found.kind !== 'usable') {
        settings.tell?.(host, 'note', found.detail);
        if (found.kind === 'failed') silence ??= unheard('unknown', 'dns_error', 0.5, { mx: host });
        return undefined;
      }
      if (left === families) tried += 1;
      left = found.others;
      for (const address of found.addresses) {
        if (knockedAt.has(address)) continue;
        knockedAt.add(address);
        const result = await knock(engine, stop, host, address, settings);
        if ('ask' in result) return result;
        const outcome = outcomeOfFailure(engine, result, host, providerOf(host)?.id);
        settings.tell?.(host, 'note', `${address}: ${outcome.reply?.text ?? outcome.reason}`);
        if (!result.tryNextHost || settings.leash.cut) return outcome;
        if (result.reply) {
          refusal ??= outcome;
          return undefined;
        }
        if (result === OUTAGE || result.end?.kind !== 'unreachable') left = [];
        silence = lacksIpv6(address, result, settings) ? (silence ?? outcome) : outcome;
      }
    }
    return undefined;
  }
}

async function knock(
  engine: Engine,
  { served, sessions }: MailStop,
  host: string,
  address: string,
  settings: SessionSettings,
): Promise<Session | OpenFailure> {
  const dead = engine.deadHosts.get(address);
  if (dead && !served) return dead;
  if (!engine.outage.allows()) return OUTAGE;
  engine.counters.connections += 1;
  const result = await openSession(host, address, settings);
  if ('ask' in result || result.reply) {
    engine.outage.succeeded();
  } else if (result.tryNextHost && !settings.leash.cut && !lacksIpv6(address, result, settings)) {
    engine.outage.failed(host);
    // Where others are or were at work it need not be dead.
    if (sessions === 1 && !served) {
      engine.deadHosts.set(address, result, engine.limits.deadHostMs / 1000);
    }
  }
  return result;
}

/** Where IPv6 is all there is to our side, its absence is an outage like any other. */
function lacksIpv6(address: string, { end }: OpenFailure, { egress }: SessionSettings): boolean {
  if (end?.kind !== 'unreachable' || !isIPv6(address)) return false;
  return NO_IPV6.test(end.detail) && familiesOf(egress).length > 1;
}

function outcomeOfFailure(
  { interpreter, outage }: Engine,
  failure: OpenFailure,
  host: string,
  provider: string | undefined,
): Outcome {
  const { reply, end, stage } = failure;
  if (reply) {
    return outcomeOf(interpreter.read(stage, reply, provider), stage, host, provider);
  }
  const silence: Silence = end && 'detail' in end ? end : CLOSED;
  return { ...outcomeOfEnd(stage, silence, host, provider), waitMs: outage.waitMs() };
}

const CLOSED: Silence = { kind: 'closed', detail: 'connection closed' };
