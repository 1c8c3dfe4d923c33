import type Sdk from 'stripe';
import {
  type CheckoutSession,
  type Dispute,
  type Invoice,
  type Payment,
  RENEWAL_STOPS,
  type Subscription,
} from '../rules/stripe-objects.ts';
import type { StripePrices } from './stripe-prices.ts';

/** Reads Stripe's objects, of the API version we name, into ours. */

/** The comment by which we know a subscription that we have ended ourselves. */
export const ENDED_BY_US = 'tamis:';

/** The metadata of a subscription that say why we have it end with its period. */
export const STOPPED_FOR = 'renewal_stopped_for';

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
    createdAt: ms(session.created),
    taxMissing: taxMissing(session),
  };
}

export async function invoiceOf(invoice: Sdk.Invoice, prices: StripePrices): Promise<Invoice> {
  const { parent, payments, status_transitions } = invoice;
  const paid = payments?.data.find(({ status }) => status === 'paid') ?? payments?.data[0];
  return {
    id: invoice.id,
    paid: invoice.status === 'paid',
    reason: invoice.billing_reason ?? '',
    subscriptionId: idOf(parent?.subscription_details?.subscription),
    customerId: idOf(invoice.customer),
    cents: invoice.amount_paid,
    paymentId: idOf(paid?.payment.payment_intent),
    paidAt: ms(status_transitions.paid_at ?? invoice.created),
    lines: await Promise.all(
      invoice.lines.data.map(async (line) => ({
        version: await prices.versionOf(idOf(line.pricing?.price_details?.price)),
        cents: line.amount,
        proration: line.parent?.subscription_item_details?.proration ?? false,
      })),
    ),
    taxMissing: taxMissing(invoice),
    page: invoice.hosted_invoice_url ?? invoice.invoice_pdf ?? undefined,
  };
}

export async function subscriptionOf(
  subscription: Sdk.Subscription,
  prices: StripePrices,
): Promise<Subscription> {
  const item = subscription.items.data[0];
  const { cancel_at, cancel_at_period_end, ended_at, schedule } = subscription;
  const phases = typeof schedule === 'object' ? schedule?.phases : undefined;
  const next = idOf(phases?.at(-1)?.items[0]?.price);
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
    canceledAt: msOrNot(subscription.canceled_at),
    endsAt: msOrNot(endsAt),
    endedByUs: subscription.cancellation_details?.comment?.startsWith(ENDED_BY_US) ?? false,
    stoppedFor: RENEWAL_STOPS.find((cause) => cause === subscription.metadata[STOPPED_FOR]),
    scheduleId: idOf(subscription.schedule),
  };
}

/** Refunds whose money did not go, or came back. */
const VOID_REFUNDS = new Set<string | null>(['failed', 'canceled']);

export function paymentOf(
  { id, customer, latest_charge, status }: Sdk.PaymentIntent,
  refunds: readonly Pick<Sdk.Refund, 'amount' | 'status'>[],
): Payment {
  const charge = typeof latest_charge === 'string' ? undefined : (latest_charge ?? undefined);
  const valid = refunds.filter((refund) => !VOID_REFUNDS.has(refund.status));
  return {
    id,
    customerId: idOf(customer),
    chargeId: status === 'succeeded' ? charge?.id : undefined,
    cents: charge?.amount ?? 0,
    refunded: valid.reduce((sum, { amount }) => sum + amount, 0),
    failedRefunds: refunds.length - valid.length,
    receipt: charge?.receipt_url ?? undefined,
  };
}

export const disputeOf = ({
  id,
  status,
  reason,
  amount,
  payment_intent,
}: Sdk.Dispute): Dispute => ({
  id,
  status,
  reason,
  cents: amount,
  paymentId: idOf(payment_intent),
});
