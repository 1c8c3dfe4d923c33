/** Stripe could not be asked, or gave no answer: what was asked may have happened or not. */
export class StripeUnavailable extends Error {
  override readonly name = 'StripeUnavailable';
}

/** Stripe answered that it will not do this, and would not the next time. */
export class StripeRefused extends Error {
  override readonly name = 'StripeRefused';
}
