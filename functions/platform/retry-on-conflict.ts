/** Concurrent changes conflicted with every attempt. Repeating the call may succeed. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError';
}

/**
 * Repeats attempts that read, decide, and write only if nothing has changed in between, until one
 * succeeds. Needs no delays, because each conflict means that another write succeeded.
 * @param subject what changes, for the error message, such as "the purchase of pi_1"
 * @param runAttempt makes an attempt, counted from 0; returns `again` to request another
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
