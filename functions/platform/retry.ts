export interface Backoff {
  /** Total number of attempts, including the first. */
  readonly attempts: number;
  /** Upper bound of the first delay in milliseconds; doubles with each attempt. */
  readonly baseMs: number;
  readonly capMs: number;
  readonly sleep: (ms: number) => Promise<void>;
  /** Uniform in [0, 1). */
  readonly random: () => number;
}

/**
 * Runs `action` until it succeeds, fails with an error that is not `passing`, or the attempts are
 * exhausted; then it throws the last error. Delays are random in the whole interval up to the bound
 * ("full jitter"), so that contenders do not collide again.
 */
export async function withRetries<T>(
  action: () => Promise<T>,
  isTransient: (error: unknown) => boolean,
  backoff: Backoff,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await action();
    } catch (error) {
      if (attempt >= backoff.attempts || !isTransient(error)) throw error;
      const maxDelayMs = Math.min(backoff.capMs, backoff.baseMs * 2 ** (attempt - 1));
      await backoff.sleep(maxDelayMs * backoff.random());
    }
}

export type RetryTimes = Pick<Backoff, 'attempts' | 'baseMs' | 'capMs'>;

/** For rarely contended writes: a second or two in total. */
export const DEFAULT_RETRIES: RetryTimes = { attempts: 8, baseMs: 20, capMs: 1000 };

/**
 * For transactions of hundreds of workers on one item. While a transaction is running, all others
 * on its items are rejected, so they run one after another: two hundred of 20 ms take four seconds
 * at best. Delays stay short, because with longer ones a worker that has waited long would compete
 * with ever more new ones. All attempts end within the 20 s that a task reserves for saving its
 * results.
 */
export const CONTENDED_RETRIES: RetryTimes = { attempts: 80, baseMs: 20, capMs: 400 };
