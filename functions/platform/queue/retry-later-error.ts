/**
 * Makes the queue redeliver a message, for a reason that was already logged or needs no log line.
 */
export class RetryLaterError extends Error {
  override readonly name: string = 'RetryLaterError';
}
