import { lastDigits } from '../objects/card.ts';
import { newSubscription, newSubscriptionItem } from '../objects/subscription.ts';
import { customerNamed, known } from '../model/find.ts';
import type {
  Card,
  CardBehaviour,
  CheckoutPlan,
  CheckoutSession,
  Customer,
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
 * Pays an open Checkout session by card, as its page does.
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
  const paid =
    session.mode === 'subscription'
      ? subscribe(world, session, plan, customer, card)
      : purchase(world, session, plan, customer, card, subtotal + tax);
  if (!paid) {
    delete state.cards[card.id];
    return false;
  }
  session.status = 'complete';
  session.payment_status = 'paid';
  session.url = null;
  session.amount_total = subtotal + tax;
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

function purchase(
  world: World,
  session: CheckoutSession,
  plan: CheckoutPlan,
  customer: Customer,
  card: Card,
  amount: number,
): boolean {
  const currency = session.currency ?? 'eur';
  const { paid, paymentIntent } = chargeCard(world, {
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
  if (paid && session.invoice_creation?.enabled === true) {
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
  return paid;
}

/** The subscription exists only once its first invoice has been paid. */
function subscribe(
  world: World,
  session: CheckoutSession,
  plan: CheckoutPlan,
  customer: Customer,
  card: Card,
): boolean {
  const { state } = world;
  const currency = session.currency ?? 'eur';
  if (card.behaviour === 'declined') {
    const amount = session.amount_subtotal ?? 0;
    chargeCard(world, {
      customer,
      card,
      amount: amount + taxOn(amount, session.automatic_tax.enabled),
      currency,
      description: 'Subscription creation',
      metadata: {},
      present: true,
    });
    return false;
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
  return true;
}

/** What Checkout tells the customer object (`customer_update`). */
function learn(world: World, customer: Customer, name: string): void {
  const { name: nameBefore = null, address = null } = customer;
  customer.name = name;
  customer.address = ADDRESS;
  if (nameBefore === name && address !== null) return;
  world.emit('customer.updated', customer, { name: nameBefore, address });
}
