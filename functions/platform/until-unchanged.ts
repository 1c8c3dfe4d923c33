/** Others kept changing what a change was decided on; the same call may succeed later. */
export class KeepsChangingError extends Error {
  override readonly name = 'KeepsChangingError';
}

/**
 * Reads, decides, and writes if nothing has changed meanwhile; where something has, again. Without
 * pauses: each lost attempt means that somebody else's write was made.
 * @param what stands in the error, such as "the purchase of pi_1"
 * @param step makes one attempt, counted from 0, and returns `again` where it must be repeated
 * @throws {KeepsChangingError} after so many attempts; nothing of the last one was written
 */
export async function untilUnchanged<Result>(
  what: string,
  step: (attempt: number) => Promise<Result>,
  attempts = 5,
): Promise<Exclude<Result, 'again'>> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const result = await step(attempt);
    if (result !== 'again') return result as Exclude<Result, 'again'>;
  }
  throw new KeepsChangingError(`${what} changed during each of ${attempts} attempts`);
}
