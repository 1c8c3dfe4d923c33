import { setTimeout as delay } from 'node:timers/promises';
import { createBreaker } from './flow/breaker.ts';
import { createControl, type Control } from './schedule/control.ts';
import { createDmarcLookup } from './dns/dmarc.ts';
import { familiesOf } from './dns/families.ts';
import { createMailRouter, type MailRouter } from './dns/mail-route.ts';
import { createResolver, type Resolver } from './dns/resolver.ts';
import { createTtlCache } from './flow/ttl-cache.ts';
import { withoutFail } from './facts/without-fail.ts';
import { DEFAULT_LIMITS, type Limits } from './model/limits.ts';
import { createConcurrencyLimiter } from './capacity/concurrency-limiter.ts';
import { createEgressReputation } from './capacity/egress-reputation.ts';
import { createReplyClassifier } from './schedule/reply-classifier.ts';
import { createRun, type Run } from './schedule/run.ts';
import { createSemaphore } from './flow/semaphore.ts';
import type { VerifierContext } from './schedule/verifier-context.ts';
import { safeWord } from './smtp/commands.ts';
import type { OpenFailure } from './smtp/session.ts';
import type { IndexedVerdict, RunOptions, Verifier, VerifierConfig } from './model/types.ts';

/** Addresses of dead hosts that are kept. */
const DEAD_HOSTS = 20_000;
/** The longest time of `setTimeout` in milliseconds. A longer one would fire at once. */
const MAX_TIMER = 2 ** 31 - 1;

/**
 * Makes a verifier. It opens no socket before it is asked to verify. Close it when done.
 *
 * @param bounds replaces single limits, for tests and special environments
 * @throws RangeError for a configuration that cannot work
 */
export function createVerifier(settings: VerifierConfig, bounds: Partial<Limits> = {}): Verifier {
  check(settings);
  const { onError } = settings;
  const facts = withoutFail(settings.facts, (error) => onError('facts', error));
  const config = { ...settings, facts };
  const { servers } = config.dns;
  const limits: Limits = { ...DEFAULT_LIMITS, ...bounds };
  const { allowPrivate, egress, now, random, timeScale } = config;
  const { breakerFailures, breakerOpenMs } = limits;
  const alone = createBreaker(breakerFailures, breakerOpenMs, now);
  const resolver = createResolver({ servers, limits, breaker: alone, now, random, timeScale });
  const routerOf: VerifierContext['routerOf'] = (breaker) => {
    const lookup: Resolver['lookup'] = (name, type) => resolver.lookup(name, type, breaker);
    return createMailRouter({ lookup }, limits, allowPrivate, random, familiesOf(egress[0]));
  };
  const control = controlOf(config, limits, resolver, routerOf(alone));
  const context: VerifierContext = {
    config,
    limits,
    routerOf,
    dmarcOf: createDmarcLookup(resolver),
    newBreaker: (works) =>
      createBreaker(breakerFailures, breakerOpenMs, now, control && (() => works(control))),
    classifier: createReplyClassifier(config.smtp.mailFrom),
    counters: { connections: 0, recipients: 0, probes: 0, dns: resolver.counters },
    limiter: createConcurrencyLimiter(
      facts,
      now,
      config.timeScale,
      config.leases && {
        ...config.leases,
        now,
        random,
        sleep,
        onError: (error) => onError('leases', error),
      },
    ),
    reputation: createEgressReputation(settings),
    connections: createSemaphore(config.concurrency),
    deadHosts: createTtlCache<OpenFailure>(DEAD_HOSTS, now),
    requests: 0,
    sessions: 0,
    closing: new Set(),
  };
  const runs = new Set<Run>();

  async function* verify(
    addresses: Iterable<string> | AsyncIterable<string>,
    options: RunOptions = {},
  ): AsyncGenerator<readonly IndexedVerdict[], void> {
    const run = createRun(context, options);
    runs.add(run);
    const release = endOnTime(run, options, now);
    try {
      yield* run.verdicts(addresses);
    } finally {
      release();
      runs.delete(run);
      run.cancel();
      // Before the process may be frozen.
      if (runs.size === 0) await context.limiter.releaseLeases(allClosed);
    }
  }

  async function allClosed(): Promise<void> {
    const late = delay(limits.quitMs, undefined, { ref: false });
    await Promise.race([Promise.all(context.closing), late]);
  }

  return {
    verify,
    counters: context.counters,
    async close() {
      for (const run of runs) run.cancel();
      resolver.close();
      context.limiter.close();
      await Promise.all(context.closing);
    },
  };
}

/** Undefined where the settings name no domains to try. */
function controlOf(
  { controls: domains = [], egress, smtp: { port } }: VerifierConfig,
  { connectMs }: Limits,
  resolver: Resolver,
  router: MailRouter,
): Control | undefined {
  if (domains.length === 0 || egress.length === 0) return undefined;
  return createControl({ domains, resolver, router, port, connectMs });
}

/** Resolves after a time, or at the signal if that comes before. */
async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => {});
}

/** Ends a run at its deadline, or at its caller's signal. Returns a function that undoes it. */
function endOnTime(run: Run, { deadline, signal }: RunOptions, now: () => number): () => void {
  const cancel = (): void => run.cancel();
  const left = deadline === undefined ? Infinity : deadline - now();
  const timer = left > 0 && left <= MAX_TIMER ? setTimeout(run.stop, left) : undefined;
  if (left <= 0) run.stop();
  signal?.addEventListener('abort', cancel);
  if (signal?.aborted === true) cancel();
  return () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
  };
}

function check({ smtp, egress, concurrency, timeScale }: VerifierConfig): void {
  const names = egress.map(({ helo }) => helo);
  for (const word of [...names, smtp.mailFrom]) {
    safeWord(word);
    if (word === '' || /[\s<>]/.test(word)) throw new RangeError(`not fit for SMTP: "${word}"`);
  }
  if (new Set(names).size < names.length)
    throw new RangeError('each egress address needs an EHLO name of its own');
  if (new Set(egress.map((each) => familiesOf(each).join(' '))).size > 1)
    throw new RangeError('egress addresses must be of one family');
  if (!(concurrency >= 1)) throw new RangeError('concurrency must be at least 1');
  if (!(timeScale > 0)) throw new RangeError('timeScale must be positive');
}
