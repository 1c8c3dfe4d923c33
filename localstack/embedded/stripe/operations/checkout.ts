import { invalid } from '../http/stripe-error.ts';
import { wholeList } from '../http/list.ts';
import type { Account } from '../model/account.ts';
import { create, find, known, shaped, update } from '../model/objects.ts';
import type {
  Card,
  CardBehaviour,
  CheckoutPlan,
  CheckoutSession,
  Customer,
  PaymentIntent,
  SubscriptionItem,
} from '../model/state.ts';
import { addCard, chargeCard } from './charge-card.ts';
import { billSubscription, invoicePurchase, taxFields, taxOn } from './invoicing.ts';
import { itemFields } from './subscriptions.ts';

/** Where everybody lives who pays here. */
const ADDRESS = {
  city: 'Paris',
  country: 'FR',
  line1: '10 rue de la Paix',
  line2: null,
  postal_code: '75002',
  state: null,
};

/** What pays what: a session, what it sells, to whom, and by which card. */
interface Payment {
  readonly session: CheckoutSession;
  readonly plan: CheckoutPlan;
  readonly customer: Customer;
  readonly card: Card;
  /** Cents. */
  readonly amount: number;
}

/** Cents that a session asks for, with tax. */
export function totalOf({ amount_subtotal, automatic_tax }: CheckoutSession): number {
  const subtotal = amount_subtotal ?? 0;
  return subtotal + taxOn(subtotal, automatic_tax);
}

/**
 * Pays an open Checkout session by card, as its page does; a pack also by bank debit, which ends
 * the session before the money is there.
 * @param name of the customer, as typed on the page
 * @returns false when the card was declined: the session stays open
 * @throws {StripeApiError} when the session is not open
 */
export function completeSession(
  account: Account,
  session: CheckoutSession,
  behaviour: CardBehaviour,
  name = 'Camille Martin',
): boolean {
  if (session.status !== 'open')
    throw invalid(`This Checkout Session is ${session.status ?? 'not open'}.`);
  if (behaviour === 'delayed' && session.mode === 'subscription')
    throw invalid('The fake has bank debits for one-time payments alone.');
  const { state } = account;
  const customer = find(state, 'customers', session.customer ?? '', 'customer');
  const card = addCard(account, customer.id, behaviour);
  // Charge and invoice bear the name and address that came with the card.
  if (behaviour !== 'declined')
    update(account, 'customer.updated', customer, { name, address: ADDRESS });
  const amount = totalOf(session);
  const plan = known(state.checkoutPlans[session.id], 'what a session sells');
  const payment = { session, plan, customer, card, amount };
  const isPack = session.mode === 'payment';
  const status = isPack ? buyPack(account, payment) : subscribe(account, payment);
  if (status === 'requires_payment_method') {
    delete state.cards[card.id];
    return false;
  }
  const { amount_subtotal, automatic_tax, consent_collection } = session;
  const amount_tax = amount - (amount_subtotal ?? 0);
  Object.assign(session, {
    status: 'complete',
    payment_status: status === 'succeeded' ? 'paid' : 'unpaid',
    url: null,
    amount_total: amount,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax },
    customer_details: shaped('customer_details', { address: ADDRESS, email: customer.email, name }),
  } satisfies Partial<CheckoutSession>);
  if (automatic_tax.enabled) automatic_tax.status = 'complete';
  if (consent_collection !== null) {
    const asked = consent_collection.terms_of_service === 'required';
    session.consent = { promotions: null, terms_of_service: asked ? 'accepted' : null };
  }
  account.emit('checkout.session.completed', session);
  return true;
}

/**
 * Decides the bank debit of a session that is complete and unpaid:
 * https://docs.stripe.com/payments/checkout/fulfill-orders
 * @throws {StripeApiError} when no debit of it is under way
 */
export function finishDebit(account: Account, session: CheckoutSession, paid: boolean): void {
  const { state } = account;
  const intent = state.paymentIntents[session.payment_intent ?? ''];
  if (intent?.status !== 'processing') throw invalid('No bank debit of this session is under way.');
  const card = known(state.cards[intent.payment_method ?? ''], 'a card');
  card.behaviour = paid ? 'ok' : 'declined';
  const customer = find(state, 'customers', session.customer ?? '', 'customer');
  const plan = known(state.checkoutPlans[session.id], 'what a session sells');
  buyPack(account, { session, plan, customer, card, amount: session.amount_total ?? 0 });
  session.payment_status = paid ? 'paid' : 'unpaid';
  account.emit(`checkout.session.async_payment_${paid ? 'succeeded' : 'failed'}`, session);
}

/** Closes a session that nobody has paid. */
export function expireSession(account: Account, session: CheckoutSession): void {
  session.status = 'expired';
  session.url = null;
  account.emit('checkout.session.expired', session);
}

function buyPack(
  account: Account,
  { session, plan, customer, card, amount }: Payment,
): PaymentIntent['status'] {
  const intent = chargeCard(account, {
    customer,
    card,
    amount,
    description: plan.description,
    metadata: plan.metadata,
    again: account.state.paymentIntents[session.payment_intent ?? ''],
    present: true,
  });
  session.payment_intent = intent.id;
  if (intent.status === 'succeeded' && session.invoice_creation?.enabled === true) {
    const { automatic_tax } = session;
    session.invoice = invoicePurchase(account, customer, plan.lineItems, automatic_tax, intent).id;
  }
  return intent.status;
}

/** The subscription exists only once its first invoice has been paid. */
function subscribe(
  account: Account,
  { session, plan, customer, card, amount }: Payment,
): PaymentIntent['status'] {
  if (card.behaviour === 'declined') {
    const description = 'Subscription creation';
    const payment = { customer, card, amount, description, metadata: {}, present: true };
    return chargeCard(account, payment).status;
  }
  const now = account.now();
  const id = account.newId('sub');
  const items = plan.lineItems.flatMap(({ price, quantity }) =>
    price
      ? [
          shaped<SubscriptionItem>('subscription_item', {
            id: account.newId('si'),
            created: now,
            quantity: quantity ?? 1,
            subscription: id,
            ...itemFields(price, now, now),
          }),
        ]
      : [],
  );
  const subscription = create(account, 'subscriptions', {
    id,
    automatic_tax: { ...taxFields(session.automatic_tax.enabled), disabled_reason: null },
    billing_cycle_anchor: now,
    customer: customer.id,
    default_payment_method: card.id,
    description: plan.description,
    items: wholeList(items, `/v1/subscription_items?subscription=${id}`),
    metadata: plan.metadata,
    start_date: now,
    status: 'active',
  });
  session.subscription = id;
  account.emit('customer.subscription.created', subscription);
  const invoice = billSubscription(account, subscription, items, 'subscription_create');
  subscription.latest_invoice = invoice.id;
  session.invoice = invoice.id;
  return 'succeeded';
}
