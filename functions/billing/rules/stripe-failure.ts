/**
 * A failed call to Stripe. `spent` means that Stripe has stored the response under the call's
 * idempotency key, so that a retry with the same key gets the same response for a day.
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
