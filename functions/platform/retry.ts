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
