/** Concurrent changes prevented a change in all attempts; the same call may succeed later. */
export class ConflictError extends Error {
  override readonly name = 'KeepsChangingError';
}

/**
 * Reads, decides, and writes if nothing has changed in between; otherwise repeats. No delays are
 * needed, because each lost attempt means that another write succeeded.
 * @param subject subject of the error message, such as "the purchase of pi_1"
 * @param runAttempt makes an attempt, counted from 0, and returns `again` if it must be repeated
 * @throws {ConflictError} after all attempts; the last one wrote nothing
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
