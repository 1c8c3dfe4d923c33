import type { Account } from '../model/account.ts';
import { wholeList } from '../http/list.ts';
import { create, known, shaped } from '../model/objects.ts';
import type {
  Customer,
  Invoice,
  LineItem,
  PaymentIntent,
  Subscription,
  SubscriptionItem,
} from '../model/state.ts';
import { cardOf, chargeCard } from './charge-card.ts';

const DAY = 86_400;
/** After a first failure Stripe tries again; here three times, then the subscription ends. */
const RETRY_AFTER = [3 * DAY, 5 * DAY, 7 * DAY];
const FRENCH_VAT = 0.2;

/** Cents of value-added tax on a price without it. Every customer of the fake lives in France. */
export const taxOn = (amount: number, { enabled }: { readonly enabled: boolean }): number =>
  enabled ? Math.round(amount * FRENCH_VAT) : 0;

/** How Stripe shows whether it computes the tax. */
export const taxFields = (enabled: boolean) => ({
  enabled,
  liability: enabled ? ({ type: 'self' } as const) : null,
});

const taxes = (amount: number, tax: number): NonNullable<Invoice['total_taxes']> =>
  tax === 0 ? [] : [shaped('tax', { amount: tax, taxable_amount: amount })];

type InvoiceLine = Invoice['lines']['data'][number];

interface InvoiceOf {
  readonly customer: Customer;
  readonly reason: Invoice['billing_reason'];
  readonly taxed: { readonly enabled: boolean };
  readonly billed: readonly (LineItem | SubscriptionItem)[];
  /** What its lines belong to, or nothing for a single purchase. */
  readonly subscription?: Subscription;
}

function lineOf(
  account: Account,
  invoice: string,
  billed: LineItem | SubscriptionItem,
  { taxed, subscription }: InvoiceOf,
): InvoiceLine {
  const id = account.newId('il');
  const now = account.now();
  const item = billed.object === 'subscription_item' ? billed : undefined;
  const price = known(billed.price ?? undefined, 'a price');
  const quantity = billed.quantity ?? 1;
  const unitAmount = price.unit_amount ?? 0;
  const amount = unitAmount * quantity;
  const product = account.state.products[price.product]?.name ?? price.product;
  return shaped<InvoiceLine>('line_item', {
    id,
    invoice,
    amount,
    subtotal: amount,
    taxes: taxes(amount, taxOn(amount, taxed)),
    description: item
      ? `${quantity} × ${product} (at €${(unitAmount / 100).toFixed(2)} / month)`
      : product,
    metadata: subscription?.metadata ?? {},
    parent: {
      type: item ? 'subscription_item_details' : 'invoice_item_details',
      subscription_item_details: item
        ? shaped('subscription_item_details', {
            subscription: item.subscription,
            subscription_item: item.id,
          })
        : null,
      invoice_item_details: item
        ? null
        : shaped('invoice_item_details', { invoice_item: id.replace(/^il_/, 'ii_') }),
    },
    period: { start: item?.current_period_start ?? now, end: item?.current_period_end ?? now },
    pricing: {
      price_details: { price: price.id, product: price.product },
      type: 'price_details',
      unit_amount_decimal: String(unitAmount),
    },
    quantity,
    quantity_decimal: String(quantity),
    subscription: item?.subscription ?? null,
  });
}

/** Makes an open invoice on which nothing has been paid. */
function issue(account: Account, given: InvoiceOf): Invoice {
  const { state, origin } = account;
  const { customer, taxed, subscription } = given;
  const id = account.newId('in');
  const now = account.now();
  const lines = given.billed.map((billed) => lineOf(account, id, billed, given));
  const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0);
  const tax = taxOn(subtotal, taxed);
  const total = subtotal + tax;
  state.invoiceNumber += 1;
  const invoice = create(account, 'invoices', {
    id,
    amount_due: total,
    amount_remaining: total,
    automatic_tax: {
      ...taxFields(taxed.enabled),
      disabled_reason: null,
      provider: taxed.enabled ? 'stripe' : null,
      status: taxed.enabled ? 'complete' : null,
    },
    billing_reason: given.reason,
    customer: customer.id,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    default_payment_method: subscription?.default_payment_method ?? null,
    effective_at: now,
    hosted_invoice_url: `${origin}/stripe/invoices/${id}`,
    invoice_pdf: `${origin}/stripe/invoices/${id}?print`,
    lines: wholeList(lines, `/v1/invoices/${id}/lines`),
    number: `TAMIS-${String(state.invoiceNumber).padStart(4, '0')}`,
    parent: subscription
      ? {
          quote_details: null,
          subscription_details: {
            metadata: subscription.metadata,
            subscription: subscription.id,
          },
          type: 'subscription_details',
        }
      : null,
    period_end: now,
    period_start: now,
    status: 'open',
    status_transitions: shaped('status_transitions', { finalized_at: now }),
    subtotal,
    subtotal_excluding_tax: subtotal,
    total,
    total_excluding_tax: subtotal,
    total_taxes: taxes(subtotal, tax),
    webhooks_delivered_at: now,
  });
  account.emit('invoice.created', { ...invoice, status: 'draft', number: null });
  return invoice;
}

/** Nobody pays a draft: https://docs.stripe.com/billing/subscriptions/webhooks */
function leaveAsDraft(account: Account, invoice: Invoice): void {
  invoice.status = 'draft';
  invoice.number = null;
  invoice.status_transitions.finalized_at = null;
  invoice.automatic_tax.status = 'failed';
  invoice.last_finalization_error = {
    type: 'api_error',
    message: 'The tax of this invoice could not be computed.',
  };
  account.emit('invoice.finalization_failed', invoice);
}

/**
 * Bills items of a subscription and tries to be paid; a failure sets the next attempt.
 * @param present whether the customer is there to pay
 */
export function billSubscription(
  account: Account,
  subscription: Subscription,
  items: readonly SubscriptionItem[],
  reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update',
): Invoice {
  const present = reason !== 'subscription_cycle';
  const invoice = issue(account, {
    customer: known(account.state.customers[subscription.customer], 'a customer'),
    reason,
    taxed: subscription.automatic_tax,
    billed: items,
    subscription,
  });
  if (present || account.faults.invoices.finalize) {
    account.emit('invoice.finalized', invoice);
    attemptPayment(account, invoice, present);
  } else {
    leaveAsDraft(account, invoice);
  }
  return invoice;
}

/** Tries to be paid for an open invoice. */
export function attemptPayment(account: Account, invoice: Invoice, present: boolean): void {
  const { state } = account;
  const customer = known(state.customers[invoice.customer ?? ''], 'a customer');
  const card = cardOf(account, customer.id, invoice.default_payment_method);
  invoice.attempt_count += 1;
  invoice.attempted = true;
  const before = Object.values(state.invoicePayments).find((one) => one.invoice === invoice.id);
  const intent =
    card &&
    chargeCard(account, {
      customer,
      card,
      amount: invoice.amount_remaining,
      description: 'Subscription',
      metadata: {},
      again: state.paymentIntents[before?.payment.payment_intent ?? ''],
      present,
    });
  if (intent) recordPayment(account, invoice, intent, before?.id);
  if (intent?.status === 'succeeded') return;
  const pause = RETRY_AFTER[invoice.attempt_count - 1];
  invoice.next_payment_attempt = pause === undefined ? null : account.now() + pause;
  account.emit('invoice.payment_failed', invoice);
  if (intent?.status === 'requires_action')
    account.emit('invoice.payment_action_required', invoice);
}

/** Notes what was paid on an invoice, or that a payment was tried. */
function recordPayment(
  account: Account,
  invoice: Invoice,
  { id: intent, status }: PaymentIntent,
  id?: string,
): void {
  const paid_at = status === 'succeeded' ? account.now() : null;
  const payment = create(account, 'invoicePayments', {
    id,
    amount_paid: paid_at === null ? null : invoice.total,
    amount_requested: invoice.total,
    invoice: invoice.id,
    payment: { payment_intent: intent, type: 'payment_intent' },
    status: paid_at === null ? 'open' : 'paid',
    status_transitions: { canceled_at: null, paid_at },
  });
  if (paid_at === null) return;
  invoice.status = 'paid';
  invoice.amount_paid = invoice.total;
  invoice.amount_remaining = 0;
  invoice.attempted = true;
  invoice.auto_advance = false;
  invoice.next_payment_attempt = null;
  invoice.status_transitions.paid_at = paid_at;
  account.emit('invoice_payment.paid', payment);
  account.emit('invoice.paid', invoice);
  account.emit('invoice.payment_succeeded', invoice);
}

/** The invoice of a one-time purchase that has been paid (`invoice_creation`). */
export function invoicePurchase(
  account: Account,
  customer: Customer,
  lineItems: readonly LineItem[],
  taxed: { readonly enabled: boolean },
  intent: PaymentIntent,
): Invoice {
  const invoice = issue(account, { customer, reason: 'manual', taxed, billed: lineItems });
  account.emit('invoice.finalized', invoice);
  recordPayment(account, invoice, intent);
  return invoice;
}
