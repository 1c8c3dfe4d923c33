/**
 * A failed call to Stripe. `spent` means that Stripe stored the response under the call's
 * idempotency key: a retry with the same key would get the same response for a day.
 */
export class StripeCallError extends Error {
  readonly spent: boolean;

  constructor(message: string, options: ErrorOptions & { spent?: boolean } = {}) {
    super(message, options);
    this.spent = options.spent ?? false;
  }
}

/** Stripe was unreachable or failed: the call may or may not have taken effect. */
export class StripeUnavailableError extends StripeCallError {
  override readonly name = 'StripeUnavailableError';
}

export class StripeRefusedError extends StripeCallError {
  override readonly name = 'StripeRefusedError';
}
