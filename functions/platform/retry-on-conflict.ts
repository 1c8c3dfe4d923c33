/** Concurrent changes prevented a change in all attempts; the same call may succeed later. */
export class ConflictError extends Error {
  override readonly name = 'KeepsChangingError';
}

/**
 * Reads, decides, and writes if nothing has changed in between; otherwise repeats. No delays are
 * needed, because each lost attempt means that another write succeeded.
 * @param what subject of the error message, such as "the purchase of pi_1"
 * @param step makes an attempt, counted from 0, and returns `again` if it must be repeated
 * @throws {ConflictError} after all attempts; the last one wrote nothing
 */
export async function retryOnConflict<Result>(
  what: string,
  step: (attempt: number) => Promise<Result>,
  attempts = 5,
): Promise<Exclude<Result, 'again'>> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const result = await step(attempt);
    if (result !== 'again') return result as Exclude<Result, 'again'>;
  }
  throw new ConflictError(`${what} changed during each of ${attempts} attempts`);
}
