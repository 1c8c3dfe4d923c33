import type { Stripe } from 'stripe';

/** The only version of Stripe's API that the fake supports: the one the SDK is pinned to. */
export const API_VERSION = '2026-10-28.endive';

/** A stored Stripe object: expandable fields are ids, and decimals are text. */
export type StoredStripeObject<T> = T extends Stripe.Decimal
  ? string
  : T extends (infer Member)[]
    ? Field<Member>[]
    : T extends object
      ? { [Key in keyof T]: Field<T[Key]> }
      : T;

/** Converts `string | Customer | null` to `string | null`. */
type Field<T> = string extends T ? Exclude<T, object> : StoredStripeObject<T>;

export type Customer = StoredStripeObject<Stripe.Customer>;
export type Price = StoredStripeObject<Stripe.Price>;
export type CheckoutSession = StoredStripeObject<Stripe.Checkout.Session>;
export type LineItem = StoredStripeObject<Stripe.LineItem>;
export type PaymentIntent = StoredStripeObject<Stripe.PaymentIntent>;
export type Charge = StoredStripeObject<Stripe.Charge>;
export type Invoice = StoredStripeObject<Stripe.Invoice>;
export type Subscription = StoredStripeObject<Stripe.Subscription>;
export type SubscriptionItem = StoredStripeObject<Stripe.SubscriptionItem>;
export type SubscriptionSchedule = StoredStripeObject<Stripe.SubscriptionSchedule>;
export type Refund = StoredStripeObject<Stripe.Refund>;
export type Dispute = StoredStripeObject<Stripe.Dispute>;
export type EarlyFraudWarning = StoredStripeObject<Stripe.Radar.EarlyFraudWarning>;
export type CreditNote = StoredStripeObject<Stripe.CreditNote>;
export type PortalConfiguration = StoredStripeObject<Stripe.BillingPortal.Configuration>;
export type PortalSession = StoredStripeObject<Stripe.BillingPortal.Session>;
export type WebhookEndpoint = StoredStripeObject<Stripe.WebhookEndpoint>;
export type EventType = Stripe.Event.Type;

/** Whether a payment by card succeeds: always, never, or only if the customer is present. */
export type SelectableCardBehavior = 'ok' | 'declined' | 'declined_later';
/** `authenticate`, only for tests: the bank requires authentication of each off-session payment. */
export type CardBehavior = SelectableCardBehavior | 'authenticate';

export interface Card {
  readonly id: string;
  readonly customer: string;
  /** Tests change this to make a card fail. */
  behavior: CardBehavior;
  readonly last4: string;
}

/** Data of a Checkout session that the session's API object does not contain. */
export interface CheckoutSessionData {
  readonly lineItems: LineItem[];
  /** Metadata of the subscription or payment that the session creates. */
  readonly metadata: Record<string, string>;
  /** Metadata of the invoice of a one-time payment. */
  readonly invoiceMetadata: Record<string, string>;
  /** `expires_at` on the clock of the fake, which may have been advanced. */
  readonly expiresAt: number;
  /** Whether the name on the card replaces the customer's name (`customer_update`). */
  readonly updates: boolean;
}

export interface StoredEvent {
  readonly id: string;
  readonly object: 'event';
  readonly api_version: string;
  readonly created: number;
  readonly data: { readonly object: unknown };
  readonly livemode: false;
  pending_webhooks: number;
  readonly request: null;
  readonly type: EventType;
}

export interface Delivery {
  readonly event: string;
  readonly endpoint: string;
  attempts: number;
  /** Real time of the next attempt, in milliseconds; null once delivered or abandoned. */
  nextAt: number | null;
  delivered: boolean;
}

export interface StoredResponse {
  readonly fingerprint: string;
  readonly status: number;
  readonly body: string;
  /** Time of the response in seconds since 1970, on the clock of the fake. */
  readonly at: number;
}

export interface ObjectByTable {
  customers: Customer;
  taxIds: StoredStripeObject<Stripe.TaxId>;
  products: StoredStripeObject<Stripe.Product>;
  prices: Price;
  checkoutSessions: CheckoutSession;
  paymentIntents: PaymentIntent;
  charges: Charge;
  invoices: Invoice;
  invoicePayments: StoredStripeObject<Stripe.InvoicePayment>;
  subscriptions: Subscription;
  subscriptionSchedules: SubscriptionSchedule;
  refunds: Refund;
  disputes: Dispute;
  earlyFraudWarnings: EarlyFraudWarning;
  creditNotes: CreditNote;
  balanceTransactions: StoredStripeObject<Stripe.BalanceTransaction>;
  portalConfigurations: PortalConfiguration;
  portalSessions: PortalSession;
  webhookEndpoints: WebhookEndpoint;
  events: StoredEvent;
}

export type Tables = { [Name in keyof ObjectByTable]: Record<string, ObjectByTable[Name]> };

/** The fake's entire state, one JSON document. Tables keep the order of creation. */
export interface State extends Tables {
  /** Seconds by which the clock has been advanced. */
  ahead: number;
  invoiceNumber: number;
  /** The origin at the last start, with which endpoint and page URLs begin. */
  origin: string;
  checkoutPlans: Record<string, CheckoutSessionData>;
  cards: Record<string, Card>;
  /** Percentage by discount id, for a purchase or for each invoice of a subscription. */
  discounts: Record<string, number>;
  deliveries: Delivery[];
  responses: Record<string, StoredResponse>;
}
