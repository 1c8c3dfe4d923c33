import type Sdk from 'stripe';
import { UNION } from '../../../shared/model/countries.ts';
import { FRAUD_TYPES } from '../../../shared/model/plan-type.ts';
import {
  type CheckoutSession,
  type CreditNote,
  type Dispute,
  type FraudWarning,
  type Invoice,
  type Payment,
  type Refund,
  RENEWAL_STOPS,
  type Subscription,
} from '../rules/stripe-objects.ts';
import type { StripePrices } from './stripe-prices.ts';

/** The comment by which we know a subscription that we have ended ourselves. */
export const ENDED_BY_US = 'tamis:';

/** The metadata of a subscription that say why we have it end with its period. */
export const STOPPED_FOR = 'renewal_stopped_for';

export const ADJUSTMENT = 'adjustment';
/** `true` in the metadata of a refund that leaves its credits. */
export const KEEP_CREDITS = 'keep_credits';

/** The metadata of an invoice that name the try of a top-up. No other invoice has them. */
export const TOP_UP = 'top_up';

/** The metadata of an invoice that name the session it was made for: its session grants. */
export const OF_SESSION = 'purchase_id';

/** The id of what Stripe gives as an id or, expanded, as the object. */
export const idOf = (
  given: string | { readonly id: string } | null | undefined,
): string | undefined => (typeof given === 'string' ? given : given?.id) || undefined;

const ms = (seconds: number): number => seconds * 1000;
const msOrNot = (seconds: number | null | undefined): number | undefined =>
  typeof seconds === 'number' ? ms(seconds) : undefined;

const taxMissing = ({
  automatic_tax: { enabled, status },
}: {
  automatic_tax: { enabled: boolean; status: string | null };
}): boolean => enabled && status !== 'complete';

/** https://docs.stripe.com/tax/zero-tax; sales outside the Union are not in the scope of its VAT. */
const untaxedCountry = ({ total_taxes, customer_address }: Sdk.Invoice): string | undefined => {
  const country = customer_address?.country ?? '';
  return UNION.has(country) &&
    total_taxes?.some(({ taxability_reason }) => taxability_reason === 'not_collecting')
    ? country
    : undefined;
};

const MODES = ['payment', 'subscription'] as const;
const ENDED = ['complete', 'expired'] as const;

export async function sessionOf(
  session: Sdk.Checkout.Session,
  prices: StripePrices,
): Promise<CheckoutSession> {
  const { payment_status } = session;
  return {
    id: session.id,
    mode: MODES.find((mode) => mode === session.mode) ?? 'other',
    status: ENDED.find((status) => status === session.status) ?? 'open',
    paid: payment_status === 'paid' || payment_status === 'no_payment_required',
    url: session.url ?? undefined,
    customerId: idOf(session.customer),
    version: await prices.versionOf(session.line_items?.data[0]?.price?.id),
    cents: session.amount_total ?? 0,
    paymentId: idOf(session.payment_intent),
    invoiceId: idOf(session.invoice),
    createdAt: ms(session.created),
    taxMissing: taxMissing(session),
  };
}

export async function invoiceOf(invoice: Sdk.Invoice, prices: StripePrices): Promise<Invoice> {
  const { parent, payments, status_transitions, total } = invoice;
  const netCents = invoice.total_excluding_tax ?? total;
  // Of all of it the invoice counts as paid (docs.stripe.com/invoicing/dashboard/credit-notes).
  const creditedCents = invoice.pre_payment_credit_notes_amount;
  const isPaid = invoice.status === 'paid';
  const tried = payments?.data.find(({ status }) => status === 'paid') ?? payments?.data[0];
  // A transfer that somebody has noted in the dashboard is no payment of Stripe.
  const payment = isPaid && tried?.status !== 'paid' ? undefined : tried;
  return {
    id: invoice.id,
    paid: isPaid,
    open: invoice.status === 'open',
    reason: invoice.billing_reason ?? '',
    topUp: invoice.metadata?.[TOP_UP],
    subscriptionId: idOf(parent?.subscription_details?.subscription),
    customerId: idOf(invoice.customer),
    ofSession: invoice.metadata?.[OF_SESSION] !== undefined,
    cents: payment ? invoice.amount_paid : total - creditedCents,
    paymentId: idOf(payment?.payment.payment_intent),
    paidAt: ms(status_transitions.paid_at ?? invoice.created),
    lines: await Promise.all(
      invoice.lines.data.map(async (line) => ({
        id: line.id,
        version: await prices.versionOf(idOf(line.pricing?.price_details?.price)),
        cents: line.subtotal,
        quantity: line.quantity ?? 1,
        proration: line.parent?.subscription_item_details?.proration ?? false,
      })),
    ),
    taxMissing: taxMissing(invoice),
    untaxedCountry: untaxedCountry(invoice),
    number: invoice.number ?? undefined,
    netCents,
    vatCents: total - netCents,
    creditedCents,
    page: invoice.hosted_invoice_url ?? undefined,
    pdf: invoice.invoice_pdf ?? undefined,
  };
}

export async function subscriptionOf(
  subscription: Sdk.Subscription,
  prices: StripePrices,
): Promise<Subscription> {
  const item = subscription.items.data[0];
  const { cancel_at, cancel_at_period_end, ended_at, schedule } = subscription;
  const phases = typeof schedule === 'object' ? schedule?.phases : undefined;
  const nextPhase = phases?.find(({ start_date }) => start_date >= (item?.current_period_end ?? 0));
  const next = idOf(nextPhase?.items[0]?.price);
  const endsAt = ended_at ?? cancel_at ?? (cancel_at_period_end ? item?.current_period_end : null);
  return {
    id: subscription.id,
    customerId: idOf(subscription.customer) ?? '',
    status: subscription.status,
    itemId: item?.id ?? '',
    version: await prices.versionOf(item?.price.id),
    createdAt: ms(subscription.created),
    periodEnd: msOrNot(item?.current_period_end),
    nextVersion: next === idOf(item?.price) ? undefined : await prices.versionOf(next),
    changes: nextPhase !== undefined,
    canceledAt: msOrNot(subscription.canceled_at),
    endsAt: msOrNot(endsAt),
    unpaid: subscription.cancellation_details?.reason === 'payment_failed',
    endedByUs: subscription.cancellation_details?.comment?.startsWith(ENDED_BY_US) ?? false,
    stoppedFor: RENEWAL_STOPS.find((cause) => cause === subscription.metadata[STOPPED_FOR]),
    scheduleId: idOf(subscription.schedule),
  };
}

/** Refunds whose money did not go, or came back. */
const VOID_REFUNDS = new Set<string | null>(['failed', 'canceled']);

type SdkRefund = Pick<Sdk.Refund, 'id' | 'amount' | 'metadata' | 'status'>;

const refundOf = ({ id, amount, metadata }: SdkRefund): Refund => ({
  id,
  cents: amount,
  adjustment: metadata?.[ADJUSTMENT],
});

export function paymentOf(
  { id, latest_charge, status }: Sdk.PaymentIntent,
  refunds: readonly SdkRefund[],
): Payment {
  const charge = typeof latest_charge === 'string' ? undefined : (latest_charge ?? undefined);
  const { valid = [], failed = [] } = Object.groupBy(refunds, (each) =>
    VOID_REFUNDS.has(each.status) ? 'failed' : 'valid',
  );
  const sumOf = (all: readonly SdkRefund[]) => all.reduce((sum, { amount }) => sum + amount, 0);
  return {
    id,
    needsCustomer: status === 'requires_action',
    chargeId: status === 'succeeded' ? charge?.id : undefined,
    cents: charge?.amount ?? 0,
    refunded: sumOf(valid),
    kept: sumOf(valid.filter(({ metadata }) => metadata?.[KEEP_CREDITS] === 'true')),
    refunds: valid.map(refundOf).toReversed(),
    failedRefunds: failed.map(refundOf),
    receipt: charge?.receipt_url ?? undefined,
  };
}

export const disputeOf = (dispute: Sdk.Dispute): Dispute => {
  const { due_by } = dispute.evidence_details;
  return {
    id: dispute.id,
    status: dispute.status,
    reason: dispute.reason,
    cents: dispute.amount,
    dueAt: due_by ? new Date(ms(due_by)).toISOString() : undefined,
    paymentId: idOf(dispute.payment_intent),
  };
};

export const fraudWarningOf = (warning: Sdk.Radar.EarlyFraudWarning): FraudWarning => ({
  id: warning.id,
  type: FRAUD_TYPES.find((type) => type === warning.fraud_type) ?? 'misc',
  actionable: warning.actionable,
  paymentId: idOf(warning.payment_intent),
});

export const creditNoteOf = (note: Sdk.CreditNote): CreditNote => ({
  id: note.id,
  number: note.number,
  invoiceId: idOf(note.invoice),
  cents: note.total,
  paidCents: note.post_payment_amount,
  lines: note.lines.data.map((each) => ({ line: each.invoice_line_item, cents: each.amount })),
  refunds: note.refunds.map((each) => ({ refund: idOf(each.refund), cents: each.amount_refunded })),
  pdf: note.pdf,
});
