import type Sdk from 'stripe';
import { EU_COUNTRIES } from '../../../shared/model/countries.ts';
import { FRAUD_TYPES } from '../../../shared/model/plans/plan-type.ts';
import { sumCents } from '../rules/credited-lines.ts';
import type { StripePrices } from './stripe-prices.ts';

/**
 * Stripe's objects, reduced to the fields that the product reads. Times are epoch milliseconds,
 * amounts euro cents. `version` is the id of the plan version of a price; undefined for a price
 * created in Stripe's dashboard.
 */

/** Our own reasons for canceling a subscription at the end of its period. */
const RENEWAL_STOP_REASONS = ['deactivated', 'dispute'] as const;
export type RenewalStopReason = (typeof RENEWAL_STOP_REASONS)[number];

/** Prefix of the cancellation comment on subscriptions that we ended ourselves. */
export const ENDED_BY_US_PREFIX = 'tamis:';

/** Metadata key for the reason why we canceled a subscription at the end of its period. */
export const STOP_REASON_METADATA_KEY = 'renewal_stopped_for';

export const ADJUSTMENT_METADATA_KEY = 'adjustment';
/** Metadata key that is `true` on a refund that leaves the credits with the customer. */
export const KEEP_CREDITS_METADATA_KEY = 'keep_credits';

/** Metadata key for the id of a top-up attempt, set only on invoices of top-ups. */
export const TOP_UP_METADATA_KEY = 'top_up';

/** Metadata key for a purchase id, set only on invoices of checkout sessions for packs. */
export const PURCHASE_ID_METADATA_KEY = 'purchase_id';

/**
 * Returns the id of a referenced object. Stripe returns a reference as an id or, if expanded, as
 * the object.
 */
export const stripeIdOf = (
  reference: string | { readonly id: string } | null | undefined,
): string | undefined => (typeof reference === 'string' ? reference : reference?.id) || undefined;

const toMs = (seconds: number): number => seconds * 1000;
const toOptionalMs = (seconds: number | null | undefined): number | undefined =>
  typeof seconds === 'number' ? toMs(seconds) : undefined;

const isTaxMissing = (tax: {
  readonly enabled: boolean;
  readonly status: string | null;
}): boolean => tax.enabled && tax.status !== 'complete';

/**
 * Returns the EU country for which Stripe collected no VAT because the seller is not registered
 * there (docs.stripe.com/tax/zero-tax). Sales outside the EU need no EU VAT.
 */
const untaxedCountry = ({ total_taxes, customer_address }: Sdk.Invoice): string | undefined => {
  const country = customer_address?.country ?? '';
  return EU_COUNTRIES.has(country) &&
    total_taxes?.some(({ taxability_reason }) => taxability_reason === 'not_collecting')
    ? country
    : undefined;
};

const MODES = ['payment', 'subscription'] as const;
const ENDED_STATUSES = ['complete', 'expired'] as const;

export async function toCheckoutSession(session: Sdk.Checkout.Session, prices: StripePrices) {
  const { payment_status } = session;
  return {
    id: session.id,
    mode: MODES.find((mode) => mode === session.mode) ?? 'other',
    status: ENDED_STATUSES.find((status) => status === session.status) ?? 'open',
    paid: payment_status === 'paid' || payment_status === 'no_payment_required',
    /** URL of the payment page; undefined once the session can no longer be paid. */
    url: session.url ?? undefined,
    customerId: stripeIdOf(session.customer),
    lines: await Promise.all(
      (session.line_items?.data ?? []).map(async ({ price, amount_subtotal, quantity }) => ({
        version: await prices.versionOf(price?.id),
        /** Amount without VAT, before any discount. */
        cents: amount_subtotal,
        quantity: quantity ?? 1,
        proration: false,
      })),
    ),
    /** Amount charged, including VAT. */
    cents: session.amount_total ?? 0,
    paymentId: stripeIdOf(session.payment_intent),
    /** Id of the invoice of a paid pack, or of a subscription's first period. */
    invoiceId: stripeIdOf(session.invoice),
    createdAt: toMs(session.created),
    taxMissing: isTaxMissing(session.automatic_tax),
  };
}
export type CheckoutSession = Readonly<Awaited<ReturnType<typeof toCheckoutSession>>>;

export async function toInvoice(invoice: Sdk.Invoice, prices: StripePrices) {
  const { parent, payments, status_transitions, total } = invoice;
  const netCents = invoice.total_excluding_tax ?? total;
  const creditedCents = invoice.pre_payment_credit_notes_amount;
  // An invoice credited in full counts as paid (docs.stripe.com/invoicing/dashboard/credit-notes).
  const isPaid = invoice.status === 'paid';
  const candidate = payments?.data.find(({ status }) => status === 'paid') ?? payments?.data[0];
  // A bank transfer recorded in the dashboard has no payment at Stripe.
  const payment = isPaid && candidate?.status !== 'paid' ? undefined : candidate;
  return {
    id: invoice.id,
    paid: isPaid,
    open: invoice.status === 'open',
    /** Stripe's billing reason, such as `subscription_create` or `subscription_cycle`. */
    reason: invoice.billing_reason ?? '',
    /** Id of the top-up attempt that created the invoice; undefined for all other invoices. */
    topUp: invoice.metadata?.[TOP_UP_METADATA_KEY],
    subscriptionId: stripeIdOf(parent?.subscription_details?.subscription),
    customerId: stripeIdOf(invoice.customer),
    /**
     * Whether a checkout session for packs created the invoice. In this case, the session grants
     * the credits.
     */
    fromCheckout: invoice.metadata?.[PURCHASE_ID_METADATA_KEY] !== undefined,
    /** Amount paid, including VAT. */
    cents: payment ? invoice.amount_paid : total - creditedCents,
    paymentId: stripeIdOf(payment?.payment.payment_intent),
    paidAt: toMs(status_transitions.paid_at ?? invoice.created),
    lines: await Promise.all(
      invoice.lines.data.map(async (line) => ({
        id: line.id,
        version: await prices.versionOf(stripeIdOf(line.pricing?.price_details?.price)),
        /** Amount without VAT, before any discount. */
        cents: line.subtotal,
        quantity: line.quantity ?? 1,
        proration: line.parent?.subscription_item_details?.proration ?? false,
      })),
    ),
    taxMissing: isTaxMissing(invoice.automatic_tax),
    /**
     * The buyer's EU country if Stripe collected no VAT because the seller is not registered there.
     */
    untaxedCountry: untaxedCountry(invoice),
    /** Undefined until the invoice is finalized. */
    number: invoice.number ?? undefined,
    /**
     * Billed net amount and VAT. Their sum exceeds `cents` only if a credit note was issued before
     * payment.
     */
    netCents,
    vatCents: total - netCents,
    /** Amount that credit notes deducted before payment. */
    creditedCents,
    /** Link to Stripe's page for the invoice, which expires. */
    page: invoice.hosted_invoice_url ?? undefined,
    /** Link to the PDF, which expires. */
    pdf: invoice.invoice_pdf ?? undefined,
  };
}
export type Invoice = Readonly<Awaited<ReturnType<typeof toInvoice>>>;

export async function toSubscription(subscription: Sdk.Subscription, prices: StripePrices) {
  const item = subscription.items.data[0];
  const { cancel_at, cancel_at_period_end, ended_at, schedule } = subscription;
  const phases = typeof schedule === 'object' ? schedule?.phases : undefined;
  const nextPhase = phases?.find(({ start_date }) => start_date >= (item?.current_period_end ?? 0));
  const next = stripeIdOf(nextPhase?.items[0]?.price);
  const endsAt = ended_at ?? cancel_at ?? (cancel_at_period_end ? item?.current_period_end : null);
  return {
    id: subscription.id,
    customerId: stripeIdOf(subscription.customer) ?? '',
    status: subscription.status,
    itemId: item?.id ?? '',
    version: await prices.versionOf(item?.price.id),
    createdAt: toMs(subscription.created),
    periodEnd: toOptionalMs(item?.current_period_end),
    /** Plan version from `periodEnd` on, if a change is scheduled and `schedule` is expanded. */
    nextVersion: next === stripeIdOf(item?.price) ? undefined : await prices.versionOf(next),
    /** Whether a change of price is scheduled, even to a price created in the dashboard. */
    hasScheduledChange: nextPhase !== undefined,
    /** When the subscription was canceled, which may be before it ends. */
    canceledAt: toOptionalMs(subscription.canceled_at),
    /** When a canceled subscription will end or has ended. */
    endsAt: toOptionalMs(endsAt),
    /** Whether the subscription ended, or will end, because payments failed. */
    unpaid: subscription.cancellation_details?.reason === 'payment_failed',
    /** Whether we ended the subscription, as a duplicate or because the account was closed. */
    endedByUs: subscription.cancellation_details?.comment?.startsWith(ENDED_BY_US_PREFIX) ?? false,
    /** Our own reason for stopping the renewal. */
    stopReason: RENEWAL_STOP_REASONS.find(
      (cause) => cause === subscription.metadata[STOP_REASON_METADATA_KEY],
    ),
    /** Id of the schedule of plan changes, which remains for a while after the last change. */
    scheduleId: stripeIdOf(subscription.schedule),
  };
}
export type Subscription = Readonly<Awaited<ReturnType<typeof toSubscription>>>;

/** Statuses of refunds whose money was never sent, or was returned. */
const VOID_REFUND_STATUSES = new Set<string | null>(['failed', 'canceled']);

const refundOf = ({ id, amount, created, metadata, status }: Sdk.Refund) => ({
  id,
  at: toMs(created),
  cents: amount,
  failed: VOID_REFUND_STATUSES.has(status),
  /**
   * Id of the administrator's adjustment; undefined for other refunds, such as those made in
   * Stripe's dashboard.
   */
  adjustment: metadata?.[ADJUSTMENT_METADATA_KEY],
  keepsCredits: metadata?.[KEEP_CREDITS_METADATA_KEY] === 'true',
});

export function toPayment(
  { id, latest_charge, status }: Sdk.PaymentIntent,
  sdkRefunds: readonly Sdk.Refund[],
) {
  const charge = typeof latest_charge === 'string' ? undefined : (latest_charge ?? undefined);
  const refunds = sdkRefunds.map(refundOf).toReversed();
  const effectiveRefunds = refunds.filter(({ failed }) => !failed);
  return {
    id,
    /** Whether the bank requires the customer to confirm, for example through 3-D Secure. */
    requiresAction: status === 'requires_action',
    /** Id of the successful charge; undefined until there is one. */
    chargeId: status === 'succeeded' ? charge?.id : undefined,
    cents: charge?.amount ?? 0,
    /** Cents refunded or being refunded, without failed refunds. */
    refunded: sumCents(effectiveRefunds),
    /** Part of `refunded` for which the customer keeps the credits. */
    kept: sumCents(effectiveRefunds.filter(({ keepsCredits }) => keepsCredits)),
    /** Refunds that have not failed, oldest first. */
    refunds: effectiveRefunds,
    failedRefunds: refunds.filter(({ failed }) => failed),
    receipt: charge?.receipt_url ?? undefined,
  };
}
export type Payment = Readonly<ReturnType<typeof toPayment>>;

export const toDispute = ({
  id,
  status,
  reason,
  amount,
  payment_intent,
  evidence_details: { due_by },
}: Sdk.Dispute) => ({
  id,
  status,
  /** `fraudulent`, `subscription_canceled`, … (docs.stripe.com/disputes/categories) */
  reason,
  /** The disputed amount, which may be less than the charge. */
  cents: amount,
  /** Deadline for responding to the dispute, ISO 8601 UTC. */
  dueAt: due_by ? new Date(toMs(due_by)).toISOString() : undefined,
  paymentId: stripeIdOf(payment_intent),
});
export type Dispute = Readonly<ReturnType<typeof toDispute>>;

/** Converts a card issuer's fraud report (docs.stripe.com/api/early_fraud_warnings/object). */
export const toFraudWarning = (warning: Sdk.Radar.EarlyFraudWarning) => ({
  id: warning.id,
  type: FRAUD_TYPES.find((type) => type === warning.fraud_type) ?? 'misc',
  /**
   * Whether a refund can still prevent a dispute, because the payment is neither disputed nor fully
   * refunded.
   */
  actionable: warning.actionable,
  paymentId: stripeIdOf(warning.payment_intent),
});
export type FraudWarning = Readonly<ReturnType<typeof toFraudWarning>>;

export const toCreditNote = (note: Sdk.CreditNote) => ({
  id: note.id,
  number: note.number,
  /** The total, including VAT. */
  cents: note.total,
  /** The part of `cents` that was credited after the payment. */
  paidCents: note.post_payment_amount,
  /** Credited cents per invoice line, without VAT. */
  lines: note.lines.data.map((each) => ({ line: each.invoice_line_item, cents: each.amount })),
  /** The refunds that the credit note covers, each with the covered cents. */
  refunds: note.refunds.map((each) => ({
    refund: stripeIdOf(each.refund),
    cents: each.amount_refunded,
  })),
  /** Link to the PDF, which expires. */
  pdf: note.pdf,
});
export type CreditNote = Readonly<ReturnType<typeof toCreditNote>>;
