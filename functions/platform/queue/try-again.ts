/** A message that has to come back later, for a reason that was logged or that nobody has to know. */
export class TryAgainError extends Error {
  override readonly name: string = 'TryAgainError';
}
