import { setTimeout as delay } from 'node:timers/promises';
import { createBreaker, type Breaker } from '../flow/breaker.ts';
import { createSemaphore } from '../flow/semaphore.ts';
import { createTtlCache } from '../flow/ttl-cache.ts';
import { createDmarcLookup } from '../dns/dmarc.ts';
import { familiesOf } from '../dns/families.ts';
import { createMailRouter, type MailRouter } from '../dns/mail-route.ts';
import { createResolver, type Resolver } from '../dns/resolver.ts';
import type { Limits } from '../model/limits.ts';
import type { Counters, Egress, VerifierConfig } from '../model/types.ts';
import type { OpenFailure } from '../smtp/session.ts';
import { createConcurrencyLimiter } from '../capacity/concurrency-limiter.ts';
import { createEgressReputation } from '../capacity/egress-reputation.ts';
import type { Requester } from '../capacity/pace.ts';
import { createControl, type Control } from './control.ts';
import { createReplyClassifier } from './reply-classifier.ts';
import { withoutFail } from './without-fail.ts';

/** Addresses of dead hosts that are kept. */
const DEAD_HOSTS = 20_000;

/** What belongs to one run: what its servers do counts for no other. */
export interface RunScope extends Requester {
  /** How often its addresses were asked in earlier runs. */
  attempt: number;
  router: MailRouter;
  /** Opens when no mail host at all can be reached by this egress address. */
  outageOf: (egress: Egress) => Breaker;
}

/** State that all runs of one verifier share. */
export function createVerifierContext(settings: VerifierConfig, limits: Limits) {
  const { onError, leases, controls: domains = [], dns, smtp } = settings;
  const facts = withoutFail(settings.facts, (error) => onError('facts', error));
  const config = { ...settings, facts };
  const { allowPrivate, concurrency, egress, now, random, timeScale } = config;
  const { breakerFailures, breakerOpenMs, connectMs } = limits;
  const breaker = createBreaker(breakerFailures, breakerOpenMs, now);
  const resolver = createResolver({
    servers: dns.servers,
    limits,
    breaker,
    now,
    random,
    timeScale,
  });

  /** Finds mail hosts; the breaker says whether resolvers are asked at all. */
  function routerOf(ofRun: Breaker): MailRouter {
    const lookup: Resolver['lookup'] = (name, type) => resolver.lookup(name, type, ofRun);
    return createMailRouter({ lookup }, limits, allowPrivate, random, familiesOf(egress[0]));
  }

  const control =
    domains.length > 0 && egress.length > 0
      ? createControl({ domains, resolver, router: routerOf(breaker), port: smtp.port, connectMs })
      : undefined;
  const sharing = { now, random, sleep, onError: (error: unknown) => onError('leases', error) };
  const counters: Counters = { connections: 0, recipients: 0, probes: 0, dns: resolver.counters };
  return {
    config,
    limits,
    resolver,
    routerOf,
    dmarcOf: createDmarcLookup(resolver),
    /** A breaker for what a run asks of others; the control says whether our line works. */
    newBreaker: (works: (control: Control) => Promise<boolean>): Breaker =>
      createBreaker(breakerFailures, breakerOpenMs, now, control && (() => works(control))),
    classifier: createReplyClassifier(smtp.mailFrom),
    counters,
    /** Bounds the connections to each provider. */
    limiter: createConcurrencyLimiter(facts, now, timeScale, leases && { ...leases, ...sharing }),
    reputation: createEgressReputation(settings),
    /** Bounds the connections over all domains. */
    connections: createSemaphore(concurrency),
    /**
     * IP addresses that could not be connected to, by egress address, so that only one of their
     * domains waits for it.
     */
    deadHosts: createTtlCache<OpenFailure>(DEAD_HOSTS, now),
    /** Sessions requested so far. */
    requests: 0,
    /** Sessions opened so far. Its number identifies a session in a trace. */
    sessions: 0,
    /** One promise for each connection that may be opened or is not closed yet. */
    closing: new Set<Promise<void>>(),
  };
}

export type VerifierContext = ReturnType<typeof createVerifierContext>;

/** Resolves after a time, or at the signal if that comes before. */
async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => {});
}
