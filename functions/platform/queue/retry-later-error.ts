/** Makes the queue redeliver a message. The reason is expected, so it is not logged as an error. */
export class RetryLaterError extends Error {
  override readonly name: string = 'RetryLaterError';
}
