/** Makes the queue redeliver a message for a reason that needs no further log line. */
export class RetryLaterError extends Error {
  override readonly name: string = 'RetryLaterError';
}
