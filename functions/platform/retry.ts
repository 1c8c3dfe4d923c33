export interface Backoff {
  /** Total number of attempts, including the first. */
  readonly attempts: number;
  /** Upper limit of the first delay in milliseconds. The limit doubles with each attempt. */
  readonly baseMs: number;
  readonly capMs: number;
  readonly sleep: (ms: number) => Promise<void>;
  /** Returns a uniformly distributed number in [0, 1). */
  readonly random: () => number;
}

/**
 * Runs `action` until it succeeds. Throws a transient error after the last attempt, and any other
 * error immediately. Each delay is random between zero and its maximum ("full jitter"), so that
 * contending calls do not collide again.
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

export type RetryPolicy = Pick<Backoff, 'attempts' | 'baseMs' | 'capMs'>;

/** Retries of rarely contended writes, which take a second or two in total. */
export const DEFAULT_RETRY_POLICY: RetryPolicy = { attempts: 8, baseMs: 20, capMs: 1000 };

/**
 * Retries of transactions by hundreds of workers on one item. While a transaction runs, DynamoDB
 * rejects all others on its items, so they run one after another: two hundred transactions of 20 ms
 * each take at least four seconds. Delays are short, because after a long delay a worker would
 * compete with even more new workers. On average, all delays add up to 15 s, less than the 20 s
 * that a task reserves for saving its results.
 */
export const CONTENDED_RETRY_POLICY: RetryPolicy = { attempts: 80, baseMs: 20, capMs: 400 };
