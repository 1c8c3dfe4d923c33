/** A mistake of the caller's, told in one sentence. */
export class UsageError extends Error {
  override name = 'UsageError' as const;
}
