/** Wrong usage of the command; the message is one sentence for the user. */
export class UsageError extends Error {
  override name = 'UsageError' as const;
}
