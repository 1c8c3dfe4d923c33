import { setTimeout as delay } from 'node:timers/promises';
import { familiesOf } from './dns/families.ts';
import { DEFAULT_LIMITS, type Limits } from './model/limits.ts';
import { createVerificationRun, type VerificationRun } from './schedule/run.ts';
import { createVerifierContext } from './schedule/verifier-context.ts';
import { ensureSafeWord } from './smtp/commands.ts';
import type { IndexedVerdict, RunOptions, Verifier, VerifierConfig } from './model/types.ts';

/** Maximum milliseconds of `setTimeout`. A longer timer would fire immediately. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Creates a verifier, which opens no socket before the first `verify`. Close it when done.
 *
 * @param limitOverrides replaces default limits, for tests and special environments
 * @throws RangeError for an invalid configuration
 */
export function createVerifier(
  settings: VerifierConfig,
  limitOverrides: Partial<Limits> = {},
): Verifier {
  validateConfig(settings);
  const { now } = settings;
  const limits: Limits = { ...DEFAULT_LIMITS, ...limitOverrides };
  const context = createVerifierContext(settings, limits);
  const runs = new Set<VerificationRun>();

  async function* verify(
    addresses: Iterable<string> | AsyncIterable<string>,
    options: RunOptions = {},
  ): AsyncGenerator<readonly IndexedVerdict[], void> {
    const run = createVerificationRun(context, options);
    runs.add(run);
    const release = stopOnDeadline(run, options, now);
    try {
      yield* run.verdicts(addresses);
    } finally {
      release();
      runs.delete(run);
      run.cancel();
      // Leases must be released here, because a serverless platform may now freeze the process.
      if (runs.size === 0) await context.limiter.releaseLeases(waitUntilClosed);
    }
  }

  async function waitUntilClosed(): Promise<void> {
    const late = delay(limits.quitMs, undefined, { ref: false });
    await Promise.race([Promise.all(context.closing), late]);
  }

  return {
    verify,
    counters: context.counters,
    async close() {
      for (const run of runs) run.cancel();
      context.resolver.close();
      context.limiter.close();
      await Promise.all(context.closing);
    },
  };
}

/** Stops a run at its deadline, or at its caller's signal. Returns a function that cancels both. */
function stopOnDeadline(
  run: VerificationRun,
  { deadline, signal }: RunOptions,
  now: () => number,
): () => void {
  const cancel = (): void => run.cancel();
  const remainingMs = deadline === undefined ? Infinity : deadline - now();
  const timer =
    remainingMs > 0 && remainingMs <= MAX_TIMER_MS ? setTimeout(run.stop, remainingMs) : undefined;
  if (remainingMs <= 0) run.stop();
  signal?.addEventListener('abort', cancel);
  if (signal?.aborted === true) cancel();
  return () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
  };
}

function validateConfig({ smtp, egress, concurrency, timeScale }: VerifierConfig): void {
  const names = egress.map(({ helo }) => helo);
  for (const word of [...names, smtp.mailFrom]) {
    ensureSafeWord(word);
    if (word === '' || /[\s<>]/.test(word)) throw new RangeError(`invalid in SMTP: "${word}"`);
  }
  if (new Set(names).size < names.length)
    throw new RangeError('each egress address needs a unique EHLO name');
  if (new Set(egress.map((each) => familiesOf(each).join(' '))).size > 1)
    throw new RangeError('egress addresses must be of one family');
  if (!(concurrency >= 1)) throw new RangeError('concurrency must be at least 1');
  if (!(timeScale > 0)) throw new RangeError('timeScale must be positive');
}
