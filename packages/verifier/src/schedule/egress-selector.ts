import { outcomeWithoutReply, outcomeOfSuspendedServer, type Outcome } from '../verdict/outcome.ts';
import type { Egress, VerifierConfig } from '../model/types.ts';
import { digest } from '../capacity/block.ts';
import { nextBatch, paceKeyForDestination, type Destination } from './destination.ts';
import { mayCheckFrom, type Domain } from './domain-batch.ts';
import type { RunScope, VerifierContext } from './verifier-context.ts';

interface Settings {
  config: Pick<VerifierConfig, 'egress' | 'timeScale'>;
}

/** Delay until the next attempt for a domain that no egress address may currently contact. */
const RETRY_LATER_MS = 60_000;

/**
 * Sorts the egress addresses by a domain's preference (rendezvous hashing). Every process thus uses
 * the same address at a greylisting server, and adding or removing an address moves no domain
 * between two other addresses.
 *
 * @param attempt rotates the order by one for each attempt, because every mail server looks down
 *   from an address whose outgoing port 25 is closed
 */
export function rankEgresses(
  domain: string,
  egresses: readonly Egress[],
  attempt: number,
): readonly Egress[] {
  if (egresses.length < 2) return egresses;
  const order = egresses
    .map((egress) => ({ egress, weight: digest(`${egress.helo} ${domain}`) }))
    .sort((a, b) => (a.weight < b.weight ? -1 : 1))
    .map(({ egress }) => egress);
  const first = attempt % order.length;
  return [...order.slice(first), ...order.slice(0, first)];
}

export interface EgressSelector {
  /** Addresses that may currently contact a domain, best first. */
  usableFor(destination: Destination, domain: Domain): readonly Egress[];
  /** Addresses that may contact the next domain of a destination. */
  forNextSession(destination: Destination): readonly Egress[];
  /** The outcome of a destination's recipients if no address may currently contact it. */
  refusal(destination: Destination): Outcome;
}

export function createEgressSelector(
  { config, limiter, reputation }: Pick<VerifierContext, 'limiter' | 'reputation'> & Settings,
  run: Omit<RunScope, 'router'>,
): EgressSelector {
  const { egress: all, timeScale } = config;

  function isUsable(destination: Destination, egress: Egress): boolean {
    const key = paceKeyForDestination(destination, egress);
    if (limiter.closed(key, run)) return false;
    if (all.length === 1) return true;
    if (run.outageOf(egress).isOpen()) return false;
    return !reputation.isTrialOnly(egress.helo) || limiter.isBlocked(key, run);
  }

  function usableFor(destination: Destination, domain: Domain): readonly Egress[] {
    return rankEgresses(domain.name, all, run.attempt).filter(
      (egress) => mayCheckFrom(domain, egress) && isUsable(destination, egress),
    );
  }

  return {
    usableFor,

    forNextSession(destination) {
      const batch = nextBatch(destination);
      if (!batch) return [];
      const { domain } = batch;
      const usable = usableFor(destination, domain);
      if (usable.length > 0 || domain.egress === undefined) return usable;
      // The greylisted address is no longer usable, so the server must greylist another one.
      domain.egress = undefined;
      return usableFor(destination, domain);
    },

    refusal({ route, rank, provider, egress, ...destination }) {
      const asked = { mx: route.hosts[rank] ?? '', provider: provider?.id, egress: egress.helo };
      const closed = limiter.closed(
        paceKeyForDestination({ provider, ...destination }, egress),
        run,
      );
      if (closed) return outcomeOfSuspendedServer(asked, closed);
      const waitMs = run.outageOf(egress).waitMs();
      if (waitMs > 0) {
        const known = { ...asked, rule: 'connection-egress', waitMs };
        return outcomeWithoutReply('unknown', 'server_unreachable', 0.5, known);
      }
      return outcomeOfSuspendedServer(asked, {
        reason: 'ip_blocked',
        ms: RETRY_LATER_MS / timeScale,
      });
    },
  };
}
