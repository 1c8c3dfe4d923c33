import { openSession } from '../smtp/session.ts';
import type { OpenFailure, Session, SessionSettings } from '../smtp/session.ts';
import { outcomeOf, unheard } from '../verdict.ts';
import type { Outcome } from '../verdict.ts';
import { REASON_OF_END } from './reason-of-end.ts';
import type { Engine } from './engine.ts';
import type { MailStop } from './mail-stop.ts';

/** A session at the first mail host that gives one, or why none did. */
export type Reached = { session: Session; rank: number } | { outcome: Outcome };

/**
 * Goes through the mail hosts of a stop, best first, and the addresses of each. The reply of a host
 * that refused explains more than a silence, so it is what is reported when all fail.
 */
export async function reach(
  engine: Engine,
  stop: MailStop,
  settings: SessionSettings,
  note: (host: string, text: string) => void,
): Promise<Reached> {
  let refusal: Outcome | undefined;
  let silence: Outcome | undefined;

  for (let rank = stop.rank; rank < stop.route.hosts.length; rank += 1) {
    const host = stop.route.hosts[rank] ?? '';
    const found = await engine.router.addressesOf(host);
    if (found.kind !== 'usable') {
      note(host, found.detail);
      if (found.kind === 'failed') silence ??= unheard('unknown', 'dns_error', 0.5, { mx: host });
      continue;
    }
    for (const address of found.addresses) {
      const result = await knock(engine, host, address, settings);
      if ('ask' in result) return { session: result, rank };
      const outcome = outcomeOfFailure(engine, result, host, stop.provider?.id);
      note(host, `${address}: ${outcome.reply?.text ?? outcome.reason}`);
      if (!result.tryNextHost) return { outcome };
      if (result.reply) {
        refusal ??= outcome;
        break;
      }
      silence = outcome;
    }
  }
  return {
    outcome: refusal ?? silence ?? unheard('unknown', 'server_unreachable', 0.5),
  };
}

async function knock(
  engine: Engine,
  host: string,
  address: string,
  settings: SessionSettings,
): Promise<Session | OpenFailure> {
  const dead = engine.deadHosts.get(address);
  if (dead) return dead;
  if (!engine.outage.allows()) {
    const end = { kind: 'unreachable', detail: 'no mail host can be reached at present' } as const;
    return { stage: 'connect', end, tryNextHost: true };
  }
  engine.counters.connections += 1;
  const result = await openSession(host, address, settings);
  if ('ask' in result) {
    engine.outage.succeeded();
  } else if (result.reply) {
    engine.outage.succeeded();
  } else if (result.tryNextHost) {
    engine.outage.failed(address);
    engine.deadHosts.set(address, result, engine.limits.deadHostMs / 1000);
  }
  return result;
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
  const kind = end?.kind ?? 'closed';
  const outcome = unheard('unknown', REASON_OF_END[kind], 0.5, {
    rule: `connection-${kind}`,
    mx: host,
    provider,
    waitMs: outage.waitMs(),
  });
  if (end && 'detail' in end) outcome.reply = { stage, text: end.detail };
  return outcome;
}
