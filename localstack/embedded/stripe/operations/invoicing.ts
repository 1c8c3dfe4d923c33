import { newInvoice, newInvoiceLine, newInvoicePayment } from '../objects/invoice.ts';
import type { InvoiceLine } from '../objects/invoice.ts';
import { cardOf, known } from '../model/find.ts';
import type {
  Customer,
  Invoice,
  LineItem,
  PaymentIntent,
  Price,
  Subscription,
} from '../model/state.ts';
import type { World } from '../model/world.ts';
import { chargeCard } from './charge-card.ts';
import { taxOn } from './tax.ts';

const DAY = 86_400;
/** After a first failure Stripe tries again; here three times, then the subscription ends. */
const RETRY_AFTER = [3 * DAY, 5 * DAY, 7 * DAY];

/** Price, quantity and metadata of what a line bills. */
interface Billed {
  readonly price: Price;
  readonly quantity: number;
  readonly period: { readonly start: number; readonly end: number };
  readonly subscription?: { readonly id: string; readonly item: string };
  readonly metadata: Record<string, string>;
}

function lineOf(world: World, invoice: string, billed: Billed, automaticTax: boolean): InvoiceLine {
  const { price, quantity } = billed;
  const unitAmount = price.unit_amount ?? 0;
  const amount = unitAmount * quantity;
  const product = world.state.products[price.product]?.name ?? price.product;
  const each = `€${(unitAmount / 100).toFixed(2)}`;
  const per = price.recurring === null ? '' : ` (at ${each} / ${price.recurring.interval})`;
  return newInvoiceLine({
    ...billed,
    id: world.newId('il'),
    invoice,
    amount,
    tax: taxOn(amount, automaticTax),
    currency: price.currency,
    description: price.recurring === null ? product : `${quantity} × ${product}${per}`,
    price: price.id,
    product: price.product,
    unitAmount,
  });
}

interface InvoiceOf {
  readonly customer: Customer;
  readonly currency: string;
  readonly billingReason: Invoice['billing_reason'];
  readonly automaticTax: boolean;
  readonly billed: readonly Billed[];
  readonly parent: Invoice['parent'];
  readonly metadata: Record<string, string>;
  readonly card: string | null;
}

function issue(world: World, given: InvoiceOf): Invoice {
  const { state } = world;
  const id = world.newId('in');
  const lines = given.billed.map((billed) => lineOf(world, id, billed, given.automaticTax));
  const subtotal = lines.reduce((sum, line) => sum + line.amount, 0);
  state.invoiceNumber += 1;
  const invoice = newInvoice({
    ...given,
    id,
    created: world.now(),
    number: `TAMIS-${String(state.invoiceNumber).padStart(4, '0')}`,
    lines,
    tax: taxOn(subtotal, given.automaticTax),
    period: { start: world.now(), end: world.now() },
    defaultPaymentMethod: given.card,
    origin: world.origin,
  });
  state.invoices[id] = invoice;
  world.emit('invoice.created', { ...invoice, status: 'draft', number: null });
  return invoice;
}

/** Nobody pays a draft: https://docs.stripe.com/billing/subscriptions/webhooks */
function leaveAsDraft(world: World, invoice: Invoice): void {
  invoice.status = 'draft';
  invoice.number = null;
  invoice.status_transitions.finalized_at = null;
  invoice.automatic_tax.status = 'failed';
  invoice.last_finalization_error = {
    type: 'api_error',
    message: 'The tax of this invoice could not be computed.',
  };
  world.emit('invoice.finalization_failed', invoice);
}

/**
 * Bills the present period of a subscription and tries to be paid; a failure sets the next attempt.
 * @param present whether the customer is there to pay
 */
export function billSubscription(
  world: World,
  subscription: Subscription,
  reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update',
  present: boolean,
): Invoice {
  const customer = known(world.state.customers[subscription.customer], 'a customer');
  const invoice = issue(world, {
    customer,
    currency: subscription.currency,
    billingReason: reason,
    automaticTax: subscription.automatic_tax.enabled,
    billed: subscription.items.data.map((item) => ({
      price: item.price,
      quantity: item.quantity ?? 1,
      period: { start: item.current_period_start, end: item.current_period_end },
      subscription: { id: subscription.id, item: item.id },
      metadata: subscription.metadata,
    })),
    parent: {
      quote_details: null,
      subscription_details: {
        metadata: subscription.metadata,
        subscription: subscription.id,
      },
      type: 'subscription_details',
    },
    metadata: {},
    card: subscription.default_payment_method,
  });
  subscription.latest_invoice = invoice.id;
  if (present || world.canFinalize()) {
    world.emit('invoice.finalized', invoice);
    attemptPayment(world, invoice, present);
  } else {
    leaveAsDraft(world, invoice);
  }
  return invoice;
}

/** Tries to be paid for an open invoice. */
export function attemptPayment(world: World, invoice: Invoice, present: boolean): void {
  const { state } = world;
  const customer = known(state.customers[invoice.customer ?? ''], 'a customer');
  const card = cardOf(state, customer.id, invoice.default_payment_method);
  invoice.attempt_count += 1;
  invoice.attempted = true;
  const before = Object.values(state.invoicePayments).find((one) => one.invoice === invoice.id);
  const paymentIntent =
    card &&
    chargeCard(world, {
      customer,
      card,
      amount: invoice.amount_remaining,
      currency: invoice.currency,
      description: 'Subscription',
      metadata: {},
      again: state.paymentIntents[before?.payment.payment_intent ?? ''],
      present,
    });
  if (paymentIntent) {
    settle(world, invoice, paymentIntent, before?.id);
    if (paymentIntent.status === 'succeeded') return;
  }
  const pause = RETRY_AFTER[invoice.attempt_count - 1];
  invoice.next_payment_attempt = pause === undefined ? null : world.now() + pause;
  world.emit('invoice.payment_failed', invoice);
  if (paymentIntent?.status === 'requires_action')
    world.emit('invoice.payment_action_required', invoice);
}

/** Notes what was paid on an invoice, or that a payment was tried. */
function settle(
  world: World,
  invoice: Invoice,
  paymentIntent: PaymentIntent,
  id = world.newId('inpay'),
): void {
  const now = world.now();
  const paid = paymentIntent.status === 'succeeded';
  const payment = newInvoicePayment(invoice, { id, paymentIntent: paymentIntent.id, paid }, now);
  world.state.invoicePayments[id] = payment;
  if (!paid) return;
  invoice.status = 'paid';
  invoice.amount_paid = invoice.total;
  invoice.amount_remaining = 0;
  invoice.attempted = true;
  invoice.auto_advance = false;
  invoice.next_payment_attempt = null;
  invoice.status_transitions.paid_at = now;
  world.emit('invoice_payment.paid', payment);
  world.emit('invoice.paid', invoice);
  world.emit('invoice.payment_succeeded', invoice);
}

/** The invoice of a one-time purchase that has been paid (`invoice_creation`). */
export function invoicePurchase(
  world: World,
  purchase: {
    readonly customer: Customer;
    readonly currency: string;
    readonly automaticTax: boolean;
    readonly lineItems: readonly LineItem[];
    readonly metadata: Record<string, string>;
    readonly paymentIntent: PaymentIntent;
  },
): Invoice {
  const now = world.now();
  const invoice = issue(world, {
    ...purchase,
    billingReason: 'manual',
    billed: purchase.lineItems.flatMap(({ price, quantity }) =>
      price === null
        ? []
        : [
            {
              price: known(world.state.prices[price.id], 'a price'),
              quantity: quantity ?? 1,
              period: { start: now, end: now },
              metadata: {},
            },
          ],
    ),
    parent: null,
    card: null,
  });
  world.emit('invoice.finalized', invoice);
  settle(world, invoice, purchase.paymentIntent);
  return invoice;
}
