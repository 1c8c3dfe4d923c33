import { invalidRequestError } from '../model/errors.ts';
import type { Account } from '../model/account.ts';
import {
  createObject,
  findObject,
  assertExists,
  fromFixture,
  updateObject,
  createSinglePageList,
} from '../model/objects.ts';
import type {
  Card,
  CardBehavior,
  CheckoutSessionData,
  CheckoutSession,
  Customer,
  PaymentIntent,
  SubscriptionItem,
} from '../model/state.ts';
import { addCard, chargeCard } from './charge-card.ts';
import { recordPayment, markInvoicePaid } from './collect.ts';
import { billSubscription, draftInvoice, finalizeInvoice } from './invoicing.ts';
import { computeGrossAmount, subtractDiscount } from './tax.ts';
import { createItemFields } from './subscriptions.ts';

const DEFAULT_ADDRESS = {
  city: 'Paris',
  country: 'FR',
  line1: '10 rue de la Paix',
  line2: null,
  postal_code: '75002',
  state: null,
};

interface Payment {
  readonly session: CheckoutSession;
  readonly plan: CheckoutSessionData;
  readonly customer: Customer;
  readonly card: Card;
  /** Amount in cents. */
  readonly amount: number;
  readonly discount?: string | undefined;
}

/** Returns the total in cents, after the discount and with tax. */
export function computeSessionTotal(
  account: Account,
  session: CheckoutSession,
  discount?: string,
): number {
  return computeGrossAmount(
    account,
    session,
    subtractDiscount(account, session.amount_subtotal ?? 0, discount),
  );
}

/**
 * Pays an open Checkout session by card, as its page does.
 * @param name the customer's name, as entered on the page
 * @param percentOff percentage that a promotion code takes off this payment and all renewals; a
 * free order creates no payment: https://docs.stripe.com/payments/checkout/no-cost-orders
 * @returns false if the card was declined, in which case the session remains open
 * @throws {StripeApiError} if the session is not open, or does not accept promotion codes
 */
export function completeSession(
  account: Account,
  session: CheckoutSession,
  behavior: CardBehavior,
  name = 'Camille Martin',
  percentOff = 0,
): boolean {
  if (session.status !== 'open')
    throw invalidRequestError(`This Checkout Session is ${session.status ?? 'not open'}.`);
  if (percentOff > 0 && session.allow_promotion_codes !== true)
    throw invalidRequestError('This Checkout Session does not accept promotion codes.');
  const { state } = account;
  const customer = findObject(state, 'customers', session.customer ?? '', 'customer');
  const card = addCard(account, customer.id, behavior);
  const address = customer.address ?? DEFAULT_ADDRESS;
  // Save the name and address first, because the charge and the invoice copy them.
  if (behavior !== 'declined') {
    const newName = state.checkoutPlans[session.id]?.updates === true ? name : undefined;
    updateObject(account, 'customer.updated', customer, { name: newName, address });
  }
  const discount = percentOff > 0 ? account.newId('di') : undefined;
  if (discount !== undefined) state.discounts[discount] = percentOff;
  const amount = computeSessionTotal(account, session, discount);
  const plan = assertExists(state.checkoutPlans[session.id], 'the items of a session');
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

export function expireSession(account: Account, session: CheckoutSession): void {
  session.status = 'expired';
  session.url = null;
  account.emit('checkout.session.expired', session);
}

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
          retryOf: account.state.paymentIntents[session.payment_intent ?? ''],
          present: true,
        });
  if (intent) session.payment_intent = intent.id;
  const status = intent?.status ?? 'succeeded';
  if (status === 'succeeded' && session.invoice_creation?.enabled === true) {
    const taxed = session.automatic_tax.enabled;
    const invoiceOptions = { customer, reason: 'manual', taxed } as const;
    const invoice = draftInvoice(account, invoiceOptions, { items: plan.lineItems, discount });
    invoice.metadata = plan.invoiceMetadata;
    finalizeInvoice(account, invoice);
    if (intent) recordPayment(account, invoice, intent);
    else markInvoicePaid(account, invoice);
    session.invoice = invoice.id;
  }
  return status;
}

function subscribe(
  account: Account,
  { session, plan, customer, card, amount, discount }: Payment,
): PaymentIntent['status'] {
  if (card.behavior === 'declined') {
    const payment = { card, amount, metadata: {}, present: true };
    return chargeCard(account, payment).status;
  }
  const now = account.now();
  const id = account.newId('sub');
  const oneTimeItems = plan.lineItems.filter(({ price }) => !price?.recurring);
  const items = plan.lineItems.flatMap(({ price, quantity }) =>
    price?.recurring
      ? [
          fromFixture<SubscriptionItem>('subscription_item', {
            id: account.newId('si'),
            created: now,
            quantity: quantity ?? 1,
            subscription: id,
            ...createItemFields(price, now, now),
          }),
        ]
      : [],
  );
  const subscription = createObject(account, 'subscriptions', {
    id,
    automatic_tax: fromFixture('automatic_tax', { enabled: session.automatic_tax.enabled }),
    billing_cycle_anchor: now,
    customer: customer.id,
    default_payment_method: card.id,
    discounts: discount === undefined ? [] : [discount],
    items: createSinglePageList(items, `/v1/subscription_items?subscription=${id}`),
    metadata: plan.metadata,
    start_date: now,
    status: 'active',
  });
  session.subscription = id;
  account.emit('customer.subscription.created', subscription);
  const invoice = billSubscription(
    account,
    subscription,
    [...items, ...oneTimeItems],
    'subscription_create',
  );
  subscription.latest_invoice = invoice.id;
  session.invoice = invoice.id;
  return 'succeeded';
}
