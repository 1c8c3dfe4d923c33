import { familiesOf } from './dns/families.ts';
import { createMailRouter } from './dns/mail-route.ts';
import { createResolver } from './dns/resolver.ts';
import { createTtlCache } from './facts/ttl-cache.ts';
import { withoutFail } from './facts/without-fail.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import type { Limits } from './limits.ts';
import { createBreaker } from './pace/breaker.ts';
import { createGovernor } from './pace/governor.ts';
import { createSlots } from './pace/slots.ts';
import { createPartings, egressNameOf } from './run/engine.ts';
import type { Engine } from './run/engine.ts';
import { answersOf } from './run/answers.ts';
import { createInterpreter } from './run/interpreter.ts';
import { createRun } from './run/run.ts';
import type { Run } from './run/run.ts';
import { safeWord } from './smtp/commands.ts';
import type { OpenFailure } from './smtp/session.ts';
import type { Answer, Counters, RunOptions, Verifier, VerifierConfig } from './types.ts';

const DEAD_HOSTS = 20_000;
/** The most milliseconds a timer takes; more would ring at once. */
const MAX_TIMER = 2 ** 31 - 1;

/**
 * Makes an engine. It opens no socket before it is asked to verify; close it when done.
 *
 * @param bounds replaces single limits, for tests and special surroundings
 * @throws RangeError for a configuration that cannot work
 */
export function createVerifier(settings: VerifierConfig, bounds: Partial<Limits> = {}): Verifier {
  check(settings);
  // A store that fails, against its promise, costs time and no verdict.
  const config = { ...settings, facts: withoutFail(settings.facts) };
  const limits: Limits = { ...DEFAULT_LIMITS, ...bounds };
  const { now, random } = config;
  const resolver = createResolver({
    servers: config.dns.servers,
    limits,
    breaker: createBreaker(limits.breakerFailures, limits.breakerOpenMs, now),
    now,
    random,
  });
  const counters: Counters = {
    connections: 0,
    recipients: 0,
    probes: 0,
    dns: resolver.counters,
  };
  const engine: Engine = {
    config,
    limits,
    router: createMailRouter(
      resolver,
      limits,
      config.allowPrivate,
      random,
      familiesOf(config.egress),
    ),
    governor: createGovernor(config.facts, now, config.timeScale),
    slots: createSlots(config.concurrency),
    outage: createBreaker(limits.breakerFailures, limits.breakerOpenMs, now),
    deadHosts: createTtlCache<OpenFailure>(DEAD_HOSTS, now),
    interpreter: createInterpreter(config.smtp.mailFrom),
    counters,
    sessions: 0,
    partings: createPartings(),
    egressName: egressNameOf(config),
  };
  const runs = new Set<Run>();

  function verify(
    addresses: Iterable<string> | AsyncIterable<string>,
    options: RunOptions = {},
  ): AsyncIterable<readonly Answer[]> {
    return answersOf(() => {
      const run = createRun(engine, options);
      const release = stopOnTime(run, options, now);
      runs.add(run);
      return {
        run,
        worked: run.work(addresses),
        release() {
          release();
          runs.delete(run);
          run.cancel();
        },
      };
    });
  }

  return {
    verify,
    counters,
    async close() {
      for (const run of runs) run.cancel();
      resolver.close();
      await engine.partings.over();
    },
  };
}

/** Ends a run at its deadline or when its caller says so. Returns what undoes that. */
function stopOnTime(run: Run, { deadline, signal }: RunOptions, now: () => number): () => void {
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

function check({ smtp, concurrency, timeScale }: VerifierConfig): void {
  for (const word of [smtp.helo, smtp.mailFrom]) {
    safeWord(word);
    if (word === '' || /[\s<>]/.test(word)) throw new RangeError(`not fit for SMTP: "${word}"`);
  }
  if (!(concurrency >= 1)) throw new RangeError('concurrency must be at least 1');
  if (!(timeScale > 0)) throw new RangeError('timeScale must be positive');
}
