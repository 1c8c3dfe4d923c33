import type { Account } from '../model/account.ts';
import { createObject, fromFixture } from '../model/objects.ts';
import type { Card, CardBehavior, PaymentIntent } from '../model/state.ts';

/** Stripe's test card numbers by behavior: https://docs.stripe.com/testing */
export const CARD_NUMBERS: Readonly<Record<CardBehavior, string>> = {
  ok: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  declined_later: '4000 0000 0000 0341',
  authenticate: '4000 0027 6000 3184',
};

export function addCard({ state, newId }: Account, customer: string, behavior: CardBehavior): Card {
  const last4 = CARD_NUMBERS[behavior].slice(-4);
  const card: Card = { id: newId('pm'), customer, behavior, last4 };
  state.cards[card.id] = card;
  return card;
}

/** Prefers the given card, then the customer's default, then the last one added. */
export function findCardToCharge(
  { state }: Account,
  customer: string,
  preferred: string | null,
): Card | undefined {
  const paymentMethodId =
    preferred ?? state.customers[customer]?.invoice_settings?.default_payment_method;
  if (paymentMethodId) return state.cards[paymentMethodId];
  return Object.values(state.cards).findLast((card) => card.customer === customer);
}

interface ChargeRequest {
  readonly card: Card;
  /** Amount in cents. */
  readonly amount: number;
  readonly metadata: Record<string, string>;
  /** The payment to retry, whose last attempt was declined. */
  readonly retryOf?: PaymentIntent | undefined;
  /** Whether the customer is present; otherwise the saved card is charged off-session. */
  readonly present: boolean;
}

function statusOf({ behavior }: Card, present: boolean): PaymentIntent['status'] {
  if (behavior === 'authenticate') return present ? 'succeeded' : 'requires_action';
  const succeeds = behavior === 'ok' || (behavior === 'declined_later' && present);
  return succeeds ? 'succeeded' : 'requires_payment_method';
}

/** Charges a card, unless the bank requires authentication. A declined payment can be retried. */
export function chargeCard(account: Account, request: ChargeRequest): PaymentIntent {
  const { card, amount, metadata, present } = request;
  const status = statusOf(card, present);
  const paid = status === 'succeeded';
  const declined = status === 'requires_payment_method';
  const { customer } = card;
  const intent =
    request.retryOf ?? createObject(account, 'paymentIntents', { customer, amount, metadata });
  const charge = paid || declined ? createCharge(account, request, intent.id, paid) : null;
  Object.assign(intent, {
    status,
    latest_charge: charge,
    payment_method: declined ? null : card.id,
  } satisfies Partial<PaymentIntent>);
  return intent;
}

function createCharge(
  account: Account,
  { card, amount, metadata }: ChargeRequest,
  payment_intent: string,
  paid: boolean,
): string {
  const id = account.newId('ch');
  const charge = createObject(account, 'charges', {
    id,
    amount,
    amount_captured: paid ? amount : 0,
    billing_details: fromFixture('billing_details', {
      email: account.state.customers[card.customer]?.email,
    }),
    captured: paid,
    customer: card.customer,
    metadata,
    paid,
    payment_intent,
    payment_method: card.id,
    receipt_url: paid ? `${account.origin}/stripe/receipts/${id}` : null,
    status: paid ? 'succeeded' : 'failed',
  });
  account.emit(paid ? 'charge.succeeded' : 'charge.failed', charge);
  return id;
}
