import { setTimeout as delay } from 'node:timers/promises';
import { createCircuitBreaker, type CircuitBreaker } from '../flow/circuit-breaker.ts';
import { createSemaphore } from '../flow/semaphore.ts';
import { createTtlCache } from '../flow/ttl-cache.ts';
import { createDmarcLookup } from '../dns/dmarc.ts';
import { familiesOf } from '../dns/families.ts';
import { createMailRouter, type MailRouter } from '../dns/mail-route.ts';
import { createResolver, type Resolver } from '../dns/resolver.ts';
import type { Limits } from '../model/limits.ts';
import type { Counters, Egress, VerifierConfig } from '../model/types.ts';
import type { SessionOpenFailure } from '../smtp/session.ts';
import { createConcurrencyLimiter } from '../capacity/concurrency-limiter.ts';
import { createEgressReputation } from '../capacity/egress-reputation.ts';
import type { Requester } from '../capacity/pace.ts';
import { createReplyClassifier } from './reply-classifier.ts';
import { dial } from '../smtp/dial.ts';
import type { FactStore } from '../model/facts.ts';

/** Wraps a store so that it never throws: failed reads return nothing, failed writes are lost. */
function createFailSafeFacts(facts: FactStore, onError: (error: unknown) => void): FactStore {
  async function attempt<T>(work: () => Promise<T>, fallback: T): Promise<T> {
    try {
      return await work();
    } catch (error) {
      onError(error);
      return fallback;
    }
  }

  return {
    domains: (names) => attempt(() => facts.domains(names), new Map()),
    putDomain: (name, fact, ttl) => attempt(() => facts.putDomain(name, fact, ttl), undefined),
    provider: (key) => attempt(() => facts.provider(key), undefined),
    putProvider: (key, fact, ttl) => attempt(() => facts.putProvider(key, fact, ttl), undefined),
  };
}

interface Dependencies {
  domains: readonly string[];
  resolver: Pick<Resolver, 'resolvesControl'>;
  router: MailRouter;
  port: number;
  connectMs: number;
}

/**
 * Distinguishes an outage on our side from failing servers, by contacting domains that reliable
 * third parties run.
 */
interface ConnectivityProbe {
  /** Whether a resolver finds the mail hosts of a control domain. */
  resolves(): Promise<boolean>;
  /** Whether a control domain's mail host accepts a connection from this egress address. */
  connects(egress: Egress): Promise<boolean>;
}

function createConnectivityProbe(deps: Dependencies): ConnectivityProbe {
  const { domains, resolver, router, port, connectMs } = deps;

  async function accepts(domain: string, egress: Egress): Promise<boolean> {
    const route = await router.resolveMail(domain);
    if (route.kind === 'none') return false;
    const late = AbortSignal.timeout(connectMs);
    const socket = await dial(route.address, port, egress, connectMs, late);
    if ('detail' in socket) return false;
    socket.destroy();
    return true;
  }

  return {
    resolves: () => resolver.resolvesControl(),
    connects: (egress) =>
      Promise.any(
        domains.map(async (domain) => {
          if (!(await accepts(domain, egress))) throw new Error(`${domain} is unreachable`);
          return true;
        }),
      ).catch(() => false),
  };
}

const MAX_DEAD_HOSTS = 20_000;

/** State of one run, kept separate so that failures of its servers affect no other run. */
export interface RunScope extends Requester {
  /** Number of earlier runs for these addresses. */
  attempt: number;
  router: MailRouter;
  /** The breaker of an egress address, which opens if the address can reach no mail host at all. */
  outageOf: (egress: Egress) => CircuitBreaker;
}

export function createVerifierContext(settings: VerifierConfig, limits: Limits) {
  const { onError, leases, controls = [], dns, smtp } = settings;
  const facts = createFailSafeFacts(settings.facts, (error) => onError('facts', error));
  const config = { ...settings, facts };
  const { allowPrivate, concurrency, egress, now, random, timeScale } = config;
  const { breakerFailures, breakerOpenMs, connectMs } = limits;
  const breaker = createCircuitBreaker(breakerFailures, breakerOpenMs, now);
  const resolver = createResolver({
    servers: dns.servers,
    controls,
    limits,
    breaker,
    now,
    random,
    timeScale,
  });

  /** Creates a router whose DNS queries go through `runBreaker`. */
  function routerOf(runBreaker: CircuitBreaker): MailRouter {
    const lookup: Resolver['lookup'] = (name, type) => resolver.lookup(name, type, runBreaker);
    return createMailRouter({ lookup }, limits, allowPrivate, random, familiesOf(egress[0]));
  }

  const control = createConnectivityProbe({
    domains: controls,
    resolver,
    router: routerOf(breaker),
    port: smtp.port,
    connectMs,
  });
  const leaseDependencies = {
    now,
    random,
    sleep,
    onError: (error: unknown) => onError('leases', error),
  };
  const counters: Counters = { connections: 0, recipients: 0, probes: 0, dns: resolver.counters };
  return {
    config,
    limits,
    resolver,
    routerOf,
    dmarcOf: createDmarcLookup(resolver),
    /** Creates a breaker for one run. Before it opens, `works` tests our own connection. */
    newBreaker: (works: (control: ConnectivityProbe) => Promise<boolean>): CircuitBreaker =>
      createCircuitBreaker(breakerFailures, breakerOpenMs, now, () => works(control)),
    classifier: createReplyClassifier(smtp.mailFrom),
    counters,
    limiter: createConcurrencyLimiter(
      facts,
      now,
      timeScale,
      leases && { ...leases, ...leaseDependencies },
    ),
    reputation: createEgressReputation(settings),
    /** Limits the connections over all domains. */
    connections: createSemaphore(concurrency),
    /** Failures by IP and egress address, so that only one domain waits for a dead host. */
    deadHosts: createTtlCache<SessionOpenFailure>(MAX_DEAD_HOSTS, now),
    requests: 0,
    /** Sessions opened so far. The count identifies a session in a trace. */
    sessions: 0,
    /** One promise for each connection that may be opened or is not closed yet. */
    closing: new Set<Promise<void>>(),
  };
}

export type VerifierContext = ReturnType<typeof createVerifierContext>;

/** Resolves after a time, or earlier at the signal. */
async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => {});
}
