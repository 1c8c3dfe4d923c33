import type { Customer, Invoice, InvoicePayment } from '../model/state.ts';

export type InvoiceLine = Invoice['lines']['data'][number];

interface GivenLine {
  readonly id: string;
  readonly invoice: string;
  readonly amount: number;
  readonly tax: number;
  readonly currency: string;
  readonly description: string;
  readonly price: string;
  readonly product: string;
  readonly unitAmount: number;
  readonly quantity: number;
  readonly period: { readonly start: number; readonly end: number };
  /** What it bills, unless it is an item of its own. */
  readonly subscription?: { readonly id: string; readonly item: string };
  readonly metadata: Record<string, string>;
}

export const newInvoiceLine = (given: GivenLine): InvoiceLine => ({
  id: given.id,
  object: 'line_item',
  amount: given.amount,
  currency: given.currency,
  description: given.description,
  discount_amounts: [],
  discountable: true,
  discounts: [],
  invoice: given.invoice,
  livemode: false,
  metadata: given.metadata,
  parent:
    given.subscription === undefined
      ? {
          invoice_item_details: {
            invoice_item: given.id.replace(/^il_/, 'ii_'),
            proration: false,
            proration_details: { credited_items: null },
            subscription: null,
          },
          subscription_item_details: null,
          type: 'invoice_item_details',
        }
      : {
          invoice_item_details: null,
          subscription_item_details: {
            invoice_item: null,
            proration: false,
            proration_details: { credited_items: null },
            subscription: given.subscription.id,
            subscription_item: given.subscription.item,
          },
          type: 'subscription_item_details',
        },
  period: { ...given.period },
  pretax_credit_amounts: [],
  pricing: {
    price_details: { price: given.price, product: given.product },
    type: 'price_details',
    unit_amount_decimal: String(given.unitAmount),
  },
  quantity: given.quantity,
  quantity_decimal: String(given.quantity),
  subscription: given.subscription?.id ?? null,
  subtotal: given.amount,
  taxes: given.tax === 0 ? [] : [vat(given.tax, given.amount)],
});

const vat = (amount: number, taxable: number) => ({
  amount,
  tax_behavior: 'exclusive' as const,
  tax_rate_details: { tax_rate: 'txr_fr_vat_20' },
  taxability_reason: 'standard_rated' as const,
  taxable_amount: taxable,
  type: 'tax_rate_details' as const,
});

interface GivenInvoice {
  readonly id: string;
  readonly created: number;
  readonly number: string;
  readonly customer: Customer;
  readonly currency: string;
  readonly billingReason: Invoice['billing_reason'];
  readonly automaticTax: boolean;
  readonly lines: InvoiceLine[];
  readonly tax: number;
  readonly parent: Invoice['parent'];
  readonly metadata: Record<string, string>;
  readonly period: { readonly start: number; readonly end: number };
  readonly defaultPaymentMethod: string | null;
  readonly origin: string;
}

/** An open invoice on which nothing has been paid. */
export function newInvoice(given: GivenInvoice): Invoice {
  const subtotal = given.lines.reduce((sum, line) => sum + line.amount, 0);
  const total = subtotal + given.tax;
  return {
    id: given.id,
    object: 'invoice',
    account_country: 'FR',
    account_name: 'Tamis',
    account_tax_ids: null,
    amount_due: total,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_paid_off_stripe: 0,
    amount_remaining: total,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: {
      disabled_reason: null,
      enabled: given.automaticTax,
      liability: given.automaticTax ? { type: 'self' } : null,
      provider: given.automaticTax ? 'stripe' : null,
      status: given.automaticTax ? 'complete' : null,
    },
    automatically_finalizes_at: null,
    billing_reason: given.billingReason,
    collection_method: 'charge_automatically',
    created: given.created,
    currency: given.currency,
    custom_fields: null,
    customer: given.customer.id,
    customer_account: null,
    customer_address: given.customer.address ?? null,
    customer_email: given.customer.email,
    customer_name: given.customer.name ?? null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: given.defaultPaymentMethod,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: given.created,
    ending_balance: 0,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: `${given.origin}/stripe/invoices/${given.id}`,
    invoice_pdf: `${given.origin}/stripe/invoices/${given.id}?print`,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: list(given.lines, `/v1/invoices/${given.id}/lines`),
    livemode: false,
    metadata: given.metadata,
    next_payment_attempt: null,
    number: given.number,
    on_behalf_of: null,
    parent: given.parent,
    payment_settings: {
      default_mandate: null,
      payment_method_options: null,
      payment_method_types: null,
    },
    period_end: given.period.end,
    period_start: given.period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: 'open',
    status_transitions: {
      finalized_at: given.created,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal,
    subtotal_excluding_tax: subtotal,
    test_clock: null,
    total,
    total_discount_amounts: [],
    total_excluding_tax: subtotal,
    total_pretax_credit_amounts: [],
    total_taxes: given.tax === 0 ? [] : [vat(given.tax, subtotal)],
    webhooks_delivered_at: given.created,
  };
}

/** A list inside an object, all on one page. */
export const list = <T>(data: T[], url: string) => ({
  object: 'list' as const,
  data,
  has_more: false,
  url,
});

export const newInvoicePayment = (
  invoice: Invoice,
  { id, paymentIntent, paid }: { id: string; paymentIntent: string; paid: boolean },
  now: number,
): InvoicePayment => ({
  id,
  object: 'invoice_payment',
  amount_paid: paid ? invoice.total : null,
  amount_requested: invoice.total,
  created: now,
  currency: invoice.currency,
  invoice: invoice.id,
  is_default: true,
  livemode: false,
  payment: { payment_intent: paymentIntent, type: 'payment_intent' },
  status: paid ? 'paid' : 'open',
  status_transitions: { canceled_at: null, paid_at: paid ? now : null },
});
