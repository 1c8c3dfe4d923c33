import * as z from 'zod/mini';

/** Stripe API version of our requests and our webhook endpoint. The SDK expects this version. */
export const STRIPE_API_VERSION = '2026-10-28.endive';

/** Event types we subscribe to at Stripe; others are acknowledged, logged and ignored. */
export const STRIPE_EVENT_TYPES = [
  'charge.dispute.closed',
  'charge.dispute.created',
  'charge.dispute.funds_reinstated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.updated',
  'charge.refunded',
  'checkout.session.completed',
  'checkout.session.expired',
  'credit_note.created',
  'customer.deleted',
  'customer.subscription.created',
  'customer.subscription.deleted',
  'customer.subscription.updated',
  'customer.tax_id.updated',
  'customer.updated',
  'invoice.finalization_failed',
  'invoice.paid',
  'invoice.payment_action_required',
  'invoice.payment_failed',
  'radar.early_fraud_warning.created',
  'radar.early_fraud_warning.updated',
  'refund.created',
  'refund.failed',
  'refund.updated',
] as const;
export type StripeEventType = (typeof STRIPE_EVENT_TYPES)[number];

export const isHandledEventType = (type: string): type is StripeEventType =>
  (STRIPE_EVENT_TYPES as readonly string[]).includes(type);

/** Identifies the object to read, but never contains its state, which may be outdated. */
export const storedStripeEvent = z.object({
  id: z.string(),
  type: z.enum(STRIPE_EVENT_TYPES),
  objectId: z.string(),
  paymentId: z.optional(z.string()),
});
export type StoredStripeEvent = Readonly<z.infer<typeof storedStripeEvent>>;
