import type { NewEvent } from '../../events/rules/event.ts';

/** A payment for which nobody is at the page of Stripe: of a further month, or of a top-up. */
interface FailedPayment {
  readonly kind: 'subscription' | 'top_up';
  /** `confirm`: the bank asks for the customer. */
  readonly why: 'declined' | 'confirm' | 'no_card';
  readonly plan_id?: string;
  readonly amount_cents?: number;
  readonly currency?: 'eur';
  /** Where it can be paid; the link expires. */
  readonly pay_url?: string;
}

/** What the customer's endpoints are told of it. */
export const paymentFailed = (userId: string, at: number, payment: FailedPayment): NewEvent => ({
  userId,
  type: 'payment.failed',
  subject: 'payment.failed',
  data: { ...payment },
  at,
});
