import { lastDigits } from '../objects/card.ts';
import { newSubscription, newSubscriptionItem } from '../objects/subscription.ts';
import { customerNamed, known } from '../model/find.ts';
import type {
  Card,
  CardBehaviour,
  CheckoutPlan,
  CheckoutSession,
  Customer,
  PaymentIntent,
  Subscription,
} from '../model/state.ts';
import { periodEnd } from '../model/time.ts';
import type { World } from '../model/world.ts';
import { invalid } from '../http/stripe-error.ts';
import { chargeCard } from './charge-card.ts';
import { billSubscription, invoicePurchase } from './invoicing.ts';
import { intervalMonths } from './interval.ts';
import { taxOn } from './tax.ts';

/** Where everybody lives who pays here. */
const ADDRESS = {
  city: 'Paris',
  country: 'FR',
  line1: '10 rue de la Paix',
  line2: null,
  postal_code: '75002',
  state: null,
};

/**
 * Pays an open Checkout session by card, as its page does; a pack also by bank debit, which ends the
 * session before the money is there.
 * @param name of the customer, as typed on the page
 * @returns false when the card was declined: the session stays open
 * @throws {StripeApiError} when the session is not open
 */
export function completeSession(
  world: World,
  session: CheckoutSession,
  behaviour: CardBehaviour,
  name = 'Camille Martin',
): boolean {
  if (session.status !== 'open') {
    throw invalid(`This Checkout Session is ${session.status ?? 'not open'}.`);
  }
  if (behaviour === 'delayed' && session.mode === 'subscription')
    throw invalid('The fake has bank debits for one-time payments alone.');
  const { state } = world;
  const plan = known(state.checkoutPlans[session.id], 'what a session sells');
  const customer = customerNamed(state, session.customer ?? '');
  const card: Card = {
    id: world.newId('pm'),
    customer: customer.id,
    behaviour,
    last4: lastDigits(behaviour),
  };
  state.cards[card.id] = card;

  // Charge and invoice bear the name and address that came with the card.
  if (behaviour !== 'declined') learn(world, customer, name);
  const subtotal = session.amount_subtotal ?? 0;
  const tax = taxOn(subtotal, session.automatic_tax.enabled);
  const amount = subtotal + tax;
  const status =
    session.mode === 'subscription'
      ? subscribe(world, session, plan, customer, card)
      : purchase(world, session, plan, customer, card, amount);
  if (status === 'requires_payment_method') {
    delete state.cards[card.id];
    return false;
  }
  session.status = 'complete';
  session.payment_status = status === 'succeeded' ? 'paid' : 'unpaid';
  session.url = null;
  session.amount_total = amount;
  session.total_details = { amount_discount: 0, amount_shipping: 0, amount_tax: tax };
  if (session.automatic_tax.enabled) session.automatic_tax.status = 'complete';
  session.customer_details = {
    address: ADDRESS,
    business_name: null,
    email: customer.email,
    individual_name: null,
    name,
    phone: null,
    tax_exempt: 'none',
    tax_ids: [],
  };
  if (session.consent_collection !== null) {
    const asked = session.consent_collection.terms_of_service === 'required';
    session.consent = { promotions: null, terms_of_service: asked ? 'accepted' : null };
  }
  world.emit('checkout.session.completed', session);
  return true;
}

/**
 * Decides the bank debit of a session that is complete and unpaid:
 * https://docs.stripe.com/payments/checkout/fulfill-orders
 * @throws {StripeApiError} when no debit of it is under way
 */
export function settleDebit(world: World, session: CheckoutSession, paid: boolean): void {
  const { state } = world;
  const intent = state.paymentIntents[session.payment_intent ?? ''];
  if (intent?.status !== 'processing') throw invalid('No bank debit of this session is under way.');
  const plan = known(state.checkoutPlans[session.id], 'what a session sells');
  const customer = customerNamed(state, session.customer ?? '');
  const card = known(state.cards[intent.payment_method ?? ''], 'a card');
  card.behaviour = paid ? 'ok' : 'declined';
  purchase(world, session, plan, customer, card, session.amount_total ?? 0);
  session.payment_status = paid ? 'paid' : 'unpaid';
  const news = paid ? 'succeeded' : 'failed';
  world.emit(`checkout.session.async_payment_${news}`, session);
}

function purchase(
  world: World,
  session: CheckoutSession,
  plan: CheckoutPlan,
  customer: Customer,
  card: Card,
  amount: number,
): PaymentIntent['status'] {
  const currency = session.currency ?? 'eur';
  const paymentIntent = chargeCard(world, {
    customer,
    card,
    amount,
    currency,
    description: plan.description,
    metadata: plan.metadataOf.payment_intent,
    again: world.state.paymentIntents[session.payment_intent ?? ''],
    present: true,
  });
  session.payment_intent = paymentIntent.id;
  const { status } = paymentIntent;
  if (status === 'succeeded' && session.invoice_creation?.enabled === true) {
    const invoice = invoicePurchase(world, {
      customer,
      currency,
      automaticTax: session.automatic_tax.enabled,
      lineItems: plan.lineItems,
      metadata: plan.metadataOf.invoice,
      paymentIntent,
    });
    session.invoice = invoice.id;
  }
  return status;
}

/** The subscription exists only once its first invoice has been paid. */
function subscribe(
  world: World,
  session: CheckoutSession,
  plan: CheckoutPlan,
  customer: Customer,
  card: Card,
): PaymentIntent['status'] {
  const { state } = world;
  const currency = session.currency ?? 'eur';
  if (card.behaviour === 'declined') {
    const amount = session.amount_subtotal ?? 0;
    const { status } = chargeCard(world, {
      customer,
      card,
      amount: amount + taxOn(amount, session.automatic_tax.enabled),
      currency,
      description: 'Subscription creation',
      metadata: {},
      present: true,
    });
    return status;
  }
  const now = world.now();
  const id = world.newId('sub');
  const subscription: Subscription = newSubscription({
    id,
    created: now,
    customer: customer.id,
    currency,
    card: card.id,
    items: plan.lineItems.flatMap(({ price, quantity }) => {
      if (price === null) return [];
      const kept = known(state.prices[price.id], 'a price');
      const end = periodEnd(now, now, intervalMonths(kept));
      return [
        newSubscriptionItem({
          id: world.newId('si'),
          subscription: id,
          created: now,
          price: kept,
          quantity: quantity ?? 1,
          period: { start: now, end },
        }),
      ];
    }),
    metadata: plan.metadataOf.subscription,
    description: plan.description,
    automaticTax: session.automatic_tax.enabled,
  });
  state.subscriptions[id] = subscription;
  session.subscription = id;
  world.emit('customer.subscription.created', subscription);
  session.invoice = billSubscription(world, subscription, 'subscription_create', true).id;
  return 'succeeded';
}

/** What Checkout tells the customer object (`customer_update`). */
function learn(world: World, customer: Customer, name: string): void {
  const { name: nameBefore = null, address = null } = customer;
  customer.name = name;
  customer.address = ADDRESS;
  if (nameBefore === name && address !== null) return;
  world.emit('customer.updated', customer, { name: nameBefore, address });
}
