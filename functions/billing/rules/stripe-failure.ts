/**
 * A call of Stripe that failed. `spent`: Stripe keeps the answer under the call's idempotency key, so
 * that the same call would be answered the same for a day.
 */
class StripeFailure extends Error {
  readonly spent: boolean;

  constructor(message: string, { spent = false, ...options }: ErrorOptions & { spent?: boolean }) {
    super(message, options);
    this.spent = spent;
  }
}

/** Stripe could not be asked, or gave no answer: what was asked may have happened or not. */
export class StripeUnavailable extends StripeFailure {
  override readonly name = 'StripeUnavailable';
}

/** Stripe answered that it will not do this. */
export class StripeRefused extends StripeFailure {
  override readonly name = 'StripeRefused';
}

export const isStripeFailure = (error: unknown): error is StripeFailure =>
  error instanceof StripeFailure;
