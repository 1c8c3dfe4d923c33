import type { Account } from '../model/account.ts';
import { create, known, shaped, wholeList } from '../model/objects.ts';
import type {
  Customer,
  Invoice,
  LineItem,
  PaymentIntent,
  Subscription,
  SubscriptionItem,
} from '../model/state.ts';
import { attemptPayment, recordPayment, settle } from './collect.ts';
import { discounted, type Taxed, taxesOn, taxFields, taxOn } from './tax.ts';

const HOUR = 3600;

const discounts = (amount: number, off: number, subscription: Subscription | undefined) =>
  off === 0
    ? []
    : [
        {
          amount: amount - discounted(amount, off),
          discount: subscription?.discounts[0] ?? 'di_once',
        },
      ];

type InvoiceLine = Invoice['lines']['data'][number];

interface InvoiceOf {
  readonly customer: Customer;
  readonly reason: Invoice['billing_reason'];
  readonly taxed: Taxed;
  readonly billed: readonly (LineItem | SubscriptionItem)[];
  /** Percent that is taken off. */
  readonly off: number;
  /** What its lines belong to, or nothing for a single purchase. */
  readonly subscription?: Subscription;
}

function lineOf(
  account: Account,
  invoice: string,
  billed: LineItem | SubscriptionItem,
  { customer, taxed, off, subscription }: InvoiceOf,
): InvoiceLine {
  const id = account.newId('il');
  const now = account.now();
  const item = billed.object === 'subscription_item' ? billed : undefined;
  const price = known(billed.price ?? undefined, 'a price');
  const quantity = billed.quantity ?? 1;
  const unitAmount = price.unit_amount ?? 0;
  const amount = unitAmount * quantity;
  const net = discounted(amount, off);
  const product = account.state.products[price.product]?.name ?? price.product;
  return shaped<InvoiceLine>('line_item', {
    id,
    invoice,
    amount,
    subtotal: amount,
    discount_amounts: discounts(amount, off, subscription),
    taxes: taxesOn(account, customer, net, taxed),
    description: item
      ? `${quantity} × ${product} (at €${(unitAmount / 100).toFixed(2)} / ${price.recurring?.interval})`
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

const numberOf = ({ invoicing, state }: Account, customer: string | null): string => {
  const prefix = invoicing.per_customer && state.customers[customer ?? '']?.invoice_prefix;
  return `${prefix || 'TAMIS'}-${String(state.invoiceNumber).padStart(4, '0')}`;
};

/** What an invoice asks for by its lines. */
function sumsOf(
  account: Account,
  lines: readonly InvoiceLine[],
  { customer, taxed, off, subscription }: Omit<InvoiceOf, 'reason' | 'billed'>,
) {
  const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0);
  const net = discounted(subtotal, off);
  const total = net + taxOn(account, customer, net, taxed);
  return {
    amount_due: total,
    amount_remaining: total,
    subtotal,
    subtotal_excluding_tax: subtotal,
    total,
    total_discount_amounts: discounts(subtotal, off, subscription),
    total_excluding_tax: net,
    total_taxes: taxesOn(account, customer, net, taxed),
  };
}

/** Makes an open invoice on which nothing has been paid. */
function issue(account: Account, given: InvoiceOf): Invoice {
  const { state, origin } = account;
  const { customer, taxed, subscription } = given;
  const id = account.newId('in');
  const now = account.now();
  const lines = given.billed.map((billed) => lineOf(account, id, billed, given));
  state.invoiceNumber += 1;
  const invoice = create(account, 'invoices', {
    id,
    ...sumsOf(account, lines, given),
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
    customer_tax_ids: Object.values(state.taxIds)
      .filter((each) => each.customer === customer.id)
      .map(({ type, value }) => ({ type, value })),
    default_payment_method: subscription?.default_payment_method ?? null,
    effective_at: now,
    footer: customer.invoice_settings.footer,
    hosted_invoice_url: `${origin}/stripe/invoices/${id}`,
    invoice_pdf: `${origin}/stripe/invoices/${id}?print`,
    lines: wholeList(lines, `/v1/invoices/${id}/lines`),
    number: numberOf(account, customer.id),
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
    webhooks_delivered_at: now,
  });
  account.emit('invoice.created', { ...invoice, status: 'draft', number: null });
  return invoice;
}

/** A draft without a line, which nothing but a call finalizes. */
export function draftInvoice(
  account: Account,
  given: Pick<InvoiceOf, 'customer' | 'taxed'>,
): Invoice {
  const invoice = issue(account, { ...given, reason: 'manual', off: 0, billed: [] });
  leaveAsDraft(account, invoice);
  invoice.auto_advance = false;
  return invoice;
}

/** Adds a price to a draft. @returns the id of its line */
export function addLine(account: Account, invoice: Invoice, billed: LineItem): string {
  const customer = known(account.state.customers[invoice.customer ?? ''], 'a customer');
  const { automatic_tax: taxed } = invoice;
  const given = { customer, reason: 'manual' as const, taxed, off: 0, billed: [billed] };
  const line = lineOf(account, invoice.id, billed, given);
  const lines = [...invoice.lines.data, line];
  invoice.lines = wholeList(lines, `/v1/invoices/${invoice.id}/lines`);
  Object.assign(invoice, sumsOf(account, lines, given));
  return line.id;
}

/** Nobody pays a draft: https://docs.stripe.com/billing/subscriptions/webhooks */
function leaveAsDraft({ state }: Account, invoice: Invoice): void {
  state.invoiceNumber -= 1;
  invoice.status = 'draft';
  invoice.number = null;
  invoice.status_transitions.finalized_at = null;
}

function failToFinalize(account: Account, invoice: Invoice): void {
  leaveAsDraft(account, invoice);
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
    off: account.state.discounts[subscription.discounts[0] ?? ''] ?? 0,
    subscription,
  });
  if (!present && account.invoicing.draft) {
    leaveAsDraft(account, invoice);
    invoice.automatically_finalizes_at = account.now() + HOUR;
  } else if (present || account.invoicing.finalize) {
    account.emit('invoice.finalized', invoice);
    attemptPayment(account, invoice, present);
  } else {
    failToFinalize(account, invoice);
  }
  return invoice;
}

/** Ends the hour in which a renewal is a draft. */
export function finalizeDraft(account: Account, invoice: Invoice): void {
  const { state } = account;
  state.invoiceNumber += 1;
  Object.assign(invoice, {
    status: 'open',
    number: numberOf(account, invoice.customer),
    automatically_finalizes_at: null,
  } satisfies Partial<Invoice>);
  invoice.status_transitions.finalized_at = account.now();
  account.emit('invoice.finalized', invoice);
}

/** Makes an invoice that nobody can pay any more. */
export function voidInvoice(account: Account, invoice: Invoice): void {
  invoice.status = 'void';
  invoice.status_transitions.voided_at = account.now();
  invoice.auto_advance = false;
  invoice.next_payment_attempt = null;
  account.emit('invoice.voided', invoice);
}

/** The invoice of a one-time purchase that has been paid, or costs nothing (`invoice_creation`). */
export function invoicePurchase(
  account: Account,
  sold: Omit<InvoiceOf, 'reason'>,
  intent: PaymentIntent | undefined,
): Invoice {
  const invoice = issue(account, { ...sold, reason: 'manual' });
  account.emit('invoice.finalized', invoice);
  if (intent) recordPayment(account, invoice, intent);
  else settle(account, invoice);
  return invoice;
}
