export interface Backoff {
  /** Tries in all, the first one included. */
  readonly attempts: number;
  /** Upper bound of the first pause in milliseconds; it doubles with each try. */
  readonly baseMs: number;
  readonly capMs: number;
  readonly sleep: (ms: number) => Promise<void>;
  /** Uniform in [0, 1). */
  readonly random: () => number;
}

/**
 * Runs `action` until it succeeds, fails with an error that is not `passing`, or the attempts are
 * used up; then the last error is thrown. Pauses are drawn from the whole interval up to the bound
 * ("full jitter"), so that contenders do not meet again.
 */
export async function retrying<T>(
  action: () => Promise<T>,
  passing: (error: unknown) => boolean,
  backoff: Backoff,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await action();
    } catch (error) {
      if (attempt >= backoff.attempts || !passing(error)) throw error;
      const bound = Math.min(backoff.capMs, backoff.baseMs * 2 ** (attempt - 1));
      await backoff.sleep(bound * backoff.random());
    }
}

/** How often a write is tried, and how long the pauses between the tries are. */
export type RetryTimes = Pick<Backoff, 'attempts' | 'baseMs' | 'capMs'>;

/** For a write that seldom meets another of the same item: a second or two in all. */
export const USUAL_RETRIES: RetryTimes = { attempts: 8, baseMs: 20, capMs: 1000 };

/**
 * For transactions that hundreds of workers make on one item at once. While a transaction lasts,
 * every other one on its items is refused, so they go one after the other: two hundred of 20 ms
 * take four seconds at best. Pauses stay short: with longer ones a worker that has waited long
 * would meet ever more new ones. All tries end within the 20 s that a task keeps for writing down
 * what it found.
 */
export const CONTENDED_RETRIES: RetryTimes = { attempts: 80, baseMs: 20, capMs: 400 };
