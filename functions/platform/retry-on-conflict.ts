/** Concurrent changes conflicted with all attempts; the same call may succeed later. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError';
}

/**
 * Runs attempts that read, decide, and write only if nothing has changed in between, until one
 * succeeds. No delays are needed, because each conflict means that another write succeeded.
 * @param subject what changes, for the error message, such as "the purchase of pi_1"
 * @param runAttempt makes an attempt, counted from 0; returns `again` if it must be repeated
 * @throws {ConflictError} after `maxAttempts` attempts; none of them wrote anything
 */
export async function retryOnConflict<Result>(
  subject: string,
  runAttempt: (attempt: number) => Promise<Result>,
  maxAttempts = 5,
): Promise<Exclude<Result, 'again'>> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const result = await runAttempt(attempt);
    if (result !== 'again') return result as Exclude<Result, 'again'>;
  }
  throw new ConflictError(`${subject} changed during each of ${maxAttempts} attempts`);
}
