import { invalid } from '../model/errors.ts';
import type { Account } from '../model/account.ts';
import { create, find, known, shaped, update, wholeList } from '../model/objects.ts';
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
import { recordPayment, settle } from './collect.ts';
import { billSubscription, draftInvoice, finalizeInvoice } from './invoicing.ts';
import { grossOf, netOf } from './tax.ts';
import { itemFields } from './subscriptions.ts';

/** Where people live whose address nobody knows yet. */
const PARIS = {
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
  /** What a promotion code brings. */
  readonly discount?: string | undefined;
}

/** Cents that a session asks for, with the tax of where its customer lives, after a discount. */
export function totalOf(account: Account, session: CheckoutSession, discount?: string): number {
  return grossOf(account, session, netOf(account, session.amount_subtotal ?? 0, discount));
}

/**
 * Pays an open Checkout session by card, as its page does.
 * @param name of the customer, as typed on the page
 * @param off percent that a promotion code takes off, also of all renewals; what costs nothing makes
 *   no payment: https://docs.stripe.com/payments/checkout/no-cost-orders
 * @returns false when the card was declined: the session stays open
 * @throws {StripeApiError} when the session is not open
 */
export function completeSession(
  account: Account,
  session: CheckoutSession,
  behaviour: CardBehaviour,
  name = 'Camille Martin',
  off = 0,
): boolean {
  if (session.status !== 'open')
    throw invalid(`This Checkout Session is ${session.status ?? 'not open'}.`);
  if (off > 0 && session.allow_promotion_codes !== true)
    throw invalid('This Checkout Session takes no promotion code.');
  const { state } = account;
  const customer = find(state, 'customers', session.customer ?? '', 'customer');
  const card = addCard(account, customer.id, behaviour);
  const address = customer.address ?? PARIS;
  // Charge and invoice bear the name and address that came with the card, where those may be kept.
  if (behaviour !== 'declined') {
    const kept = state.checkoutPlans[session.id]?.updates === true ? name : undefined;
    update(account, 'customer.updated', customer, { name: kept, address });
  }
  const discount = off > 0 ? account.newId('di') : undefined;
  if (discount !== undefined) state.discounts[discount] = off;
  const amount = totalOf(account, session, discount);
  const plan = known(state.checkoutPlans[session.id], 'what a session sells');
  const payment = { session, plan, customer, card, amount, discount };
  const isPack = session.mode === 'payment';
  const status = isPack ? buyPack(account, payment) : subscribe(account, payment);
  if (status === 'requires_payment_method') {
    delete state.cards[card.id];
    return false;
  }
  Object.assign(session, {
    status: 'complete',
    payment_status: amount === 0 ? 'no_payment_required' : 'paid',
    url: null,
    amount_total: amount,
  } satisfies Partial<CheckoutSession>);
  if (session.automatic_tax.enabled) session.automatic_tax.status = 'complete';
  account.emit('checkout.session.completed', session);
  return true;
}

/** Closes a session that nobody has paid. */
export function expireSession(account: Account, session: CheckoutSession): void {
  session.status = 'expired';
  session.url = null;
  account.emit('checkout.session.expired', session);
}

/** Takes the money of a one-time payment, again where it was refused. @returns its status */
function buyPack(
  account: Account,
  { session, plan, customer, card, amount, discount }: Payment,
): PaymentIntent['status'] {
  const intent =
    amount === 0
      ? undefined
      : chargeCard(account, {
          card,
          amount,
          metadata: plan.metadata,
          again: account.state.paymentIntents[session.payment_intent ?? ''],
          present: true,
        });
  if (intent) session.payment_intent = intent.id;
  const status = intent?.status ?? 'succeeded';
  if (status === 'succeeded' && session.invoice_creation?.enabled === true) {
    const taxed = session.automatic_tax.enabled;
    const given = { customer, reason: 'manual', taxed } as const;
    const invoice = draftInvoice(account, given, { items: plan.lineItems, discount });
    invoice.metadata = plan.invoiceMetadata;
    finalizeInvoice(account, invoice);
    if (intent) recordPayment(account, invoice, intent);
    else settle(account, invoice);
    session.invoice = invoice.id;
  }
  return status;
}

/** The subscription exists only once its first invoice has been paid. */
function subscribe(
  account: Account,
  { session, plan, customer, card, amount, discount }: Payment,
): PaymentIntent['status'] {
  if (card.behaviour === 'declined') {
    const payment = { card, amount, metadata: {}, present: true };
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
    automatic_tax: shaped('automatic_tax', { enabled: session.automatic_tax.enabled }),
    billing_cycle_anchor: now,
    customer: customer.id,
    default_payment_method: card.id,
    discounts: discount === undefined ? [] : [discount],
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
