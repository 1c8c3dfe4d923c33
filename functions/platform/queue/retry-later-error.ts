/** Requests redelivery, for a reason that was logged or needs no log. */
export class RetryLaterError extends Error {
  override readonly name: string = 'TryAgainError';
}
