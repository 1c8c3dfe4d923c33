/**
 * A call of Stripe that failed. `spent`: Stripe keeps the response under the call's idempotency
 * key, so that the same call would have the same response for a day.
 */
export class StripeCallError extends Error {
  readonly spent: boolean;

  constructor(message: string, options: ErrorOptions & { spent?: boolean } = {}) {
    super(message, options);
    this.spent = options.spent ?? false;
  }
}

/** Stripe could not be asked, or gave no response: what was asked may have happened or not. */
export class StripeUnavailableError extends StripeCallError {
  override readonly name = 'StripeUnavailableError';
}

/** Stripe says that it will not do this. */
export class StripeRefusedError extends StripeCallError {
  override readonly name = 'StripeRefusedError';
}
