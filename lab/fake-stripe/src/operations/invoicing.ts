import type { Account } from '../model/account.ts';
import { createObject, assertExists, fromFixture, createSinglePageList } from '../model/objects.ts';
import type {
  Customer,
  Invoice,
  LineItem,
  Subscription,
  SubscriptionItem,
} from '../model/state.ts';
import { attemptPayment } from './collect.ts';
import { computeGrossAmount, subtractDiscount, computeTaxes } from './tax.ts';

const HOUR_SECONDS = 3600;

type InvoiceLine = Invoice['lines']['data'][number];

interface InvoiceOptions {
  readonly customer: Customer;
  readonly reason: Invoice['billing_reason'];
  readonly taxed: boolean;
  /** The subscription that is billed; absent for a single purchase. */
  readonly subscription?: Subscription;
}

interface BilledItems {
  readonly items: readonly (LineItem | SubscriptionItem)[];
  readonly discount?: string | undefined;
}

function lineOf(account: Account, billedItem: LineItem | SubscriptionItem): InvoiceLine {
  const now = account.now();
  const item = billedItem.object === 'subscription_item' ? billedItem : undefined;
  const price = assertExists(billedItem.price ?? undefined, 'a price');
  const quantity = billedItem.quantity ?? 1;
  const unitAmount = price.unit_amount ?? 0;
  const amount = unitAmount * quantity;
  const product = account.state.products[price.product]?.name ?? price.product;
  return fromFixture<InvoiceLine>('line_item', {
    id: account.newId('il'),
    amount,
    subtotal: amount,
    description: item
      ? `${quantity} × ${product} (at €${(unitAmount / 100).toFixed(2)} / ${price.recurring?.interval})`
      : product,
    parent: item
      ? {
          type: 'subscription_item_details',
          subscription_item_details: fromFixture('subscription_item_details', {
            subscription: item.subscription,
            subscription_item: item.id,
          }),
          invoice_item_details: null,
        }
      : null,
    period: { start: item?.current_period_start ?? now, end: item?.current_period_end ?? now },
    pricing: {
      price_details: { price: price.id, product: price.product },
      type: 'price_details',
      unit_amount_decimal: String(unitAmount),
    },
    quantity,
  });
}

export function addInvoiceLines(
  account: Account,
  invoice: Invoice,
  { items, discount }: BilledItems,
): void {
  invoice.lines.data.push(...items.map((item) => lineOf(account, item)));
  const subtotal = invoice.lines.data.reduce((sum, { amount }) => sum + amount, 0);
  const net = subtractDiscount(account, subtotal, discount);
  const total = computeGrossAmount(account, invoice, net);
  Object.assign(invoice, {
    amount_due: total,
    amount_remaining: total,
    subtotal,
    total,
    total_excluding_tax: net,
    total_taxes: computeTaxes(account, invoice, net),
  } satisfies Partial<Invoice>);
}

/** A draft cannot be paid yet: https://docs.stripe.com/billing/subscriptions/webhooks */
export function draftInvoice(
  account: Account,
  options: InvoiceOptions,
  billed: BilledItems,
): Invoice {
  const { state, origin } = account;
  const { customer, taxed, subscription } = options;
  const id = account.newId('in');
  const now = account.now();
  const invoice = createObject(account, 'invoices', {
    id,
    automatic_tax: fromFixture('automatic_tax', {
      enabled: taxed,
      status: taxed ? 'complete' : null,
    }),
    billing_reason: options.reason,
    customer: customer.id,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_tax_ids: Object.values(state.taxIds)
      .filter((each) => each.customer === customer.id)
      .map(({ type, value }) => ({ type, value })),
    default_payment_method: subscription?.default_payment_method ?? null,
    footer: customer.invoice_settings.footer,
    hosted_invoice_url: `${origin}/stripe/invoices/${id}`,
    invoice_pdf: `${origin}/stripe/invoices/${id}?print`,
    lines: createSinglePageList([], `/v1/invoices/${id}/lines`),
    parent: subscription
      ? {
          quote_details: null,
          subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
          type: 'subscription_details',
        }
      : null,
    period_end: now,
    period_start: now,
    status_transitions: fromFixture('status_transitions', {}),
  });
  addInvoiceLines(account, invoice, billed);
  return invoice;
}

function failFinalization(account: Account, invoice: Invoice): void {
  invoice.automatic_tax.status = 'failed';
  invoice.last_finalization_error = {
    type: 'api_error',
    message: 'The tax of this invoice could not be computed.',
  };
  account.emit('invoice.finalization_failed', invoice);
}

/** Bills one period: a renewal off-session, or as a draft if `account.invoicing` requires it. */
export function billSubscription(
  account: Account,
  subscription: Subscription,
  items: BilledItems['items'],
  reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update',
): Invoice {
  const { state, invoicing } = account;
  const present = reason !== 'subscription_cycle';
  const customer = assertExists(state.customers[subscription.customer], 'a customer');
  const invoice = draftInvoice(
    account,
    { customer, reason, taxed: subscription.automatic_tax.enabled, subscription },
    { items, discount: subscription.discounts[0] },
  );
  if (!present && invoicing.draft) {
    invoice.automatically_finalizes_at = account.now() + HOUR_SECONDS;
  } else if (present || invoicing.finalize) {
    finalizeInvoice(account, invoice);
    attemptPayment(account, invoice, present);
  } else {
    failFinalization(account, invoice);
  }
  return invoice;
}

export function finalizeInvoice(account: Account, invoice: Invoice): void {
  const { invoicing, state } = account;
  const customer = state.customers[invoice.customer ?? ''];
  const prefix = (invoicing.per_customer && customer?.invoice_prefix) || 'TAMIS';
  state.invoiceNumber += 1;
  invoice.status = 'open';
  invoice.number = `${prefix}-${String(state.invoiceNumber).padStart(4, '0')}`;
  invoice.automatically_finalizes_at = null;
  invoice.status_transitions.finalized_at = account.now();
  account.emit('invoice.finalized', invoice);
}

export function voidInvoice(account: Account, invoice: Invoice): void {
  invoice.status = 'void';
  invoice.status_transitions.voided_at = account.now();
  invoice.auto_advance = false;
  invoice.next_payment_attempt = null;
  account.emit('invoice.voided', invoice);
}
