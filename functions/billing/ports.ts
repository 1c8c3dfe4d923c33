import type { Language } from '../../shared/model/account.ts';
import type { BillingMessage } from '../../shared/messages/billing.ts';
import type { WriteItem } from '../platform/dynamo/db.ts';
import type { Purchase } from './rules/purchase.ts';
import type { StripeEventType } from './rules/stripe-events.ts';
import type {
  CheckoutSession,
  Dispute,
  Invoice,
  Payment,
  Subscription,
} from './rules/stripe-objects.ts';

/** What a session of Stripe Checkout is made from: the same each time it is asked for again. */
export interface CheckoutRequest {
  readonly userId: string;
  readonly customerId: string;
  readonly version: string;
  readonly purchaseId: string;
  readonly language: Language;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** Who becomes a customer at Stripe. */
export interface NewCustomer {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly language: Language;
}

/** Why money is sent back without anybody asking. */
export type RefundCause = 'no_account' | 'second_subscription';

/**
 * Stripe. Each method asks it for the present state; writes carry an idempotency key, so that one
 * that is repeated has happened once. Throws StripeUnavailable when Stripe gave no answer, which
 * leaves open whether a write happened, and StripeRefused when it will not.
 */
export interface Stripe {
  /**
   * The user's customer. The same one for every call of a try; a further try takes what an earlier
   * one has left.
   */
  createCustomer(user: NewCustomer, tries: number): Promise<string>;
  /** The customers of this address that were made for the user and not deleted. */
  customersOf(user: Pick<NewCustomer, 'userId' | 'email'>): Promise<readonly string[]>;
  /** Nothing when it is gone already; ends its subscriptions and forgets its cards. */
  deleteCustomer(customerId: string): Promise<void>;
  /** Whom the customer was made for; undefined when it was deleted, or is none of ours. */
  ownerOf(customerId: string): Promise<string | undefined>;
  /** Whether the customer is there and was not deleted. */
  hasCustomer(customerId: string): Promise<boolean>;

  createCheckout(request: CheckoutRequest): Promise<CheckoutSession>;
  checkout(id: string): Promise<CheckoutSession | undefined>;
  /** False when it cannot expire any more: it was paid or has expired. */
  expireCheckout(id: string): Promise<boolean>;
  /** The session a payment was made in. */
  checkoutOfPayment(paymentId: string): Promise<CheckoutSession | undefined>;
  /** Sessions made since then that were gone through to their end. */
  checkoutsSince(since: number): AsyncIterable<CheckoutSession>;

  invoice(id: string): Promise<Invoice | undefined>;
  /** The newest invoices of a customer. */
  invoicesOf(customerId: string): Promise<readonly Invoice[]>;
  paidInvoicesSince(since: number): AsyncIterable<Invoice>;

  subscription(id: string): Promise<Subscription | undefined>;
  /** Those that have not ended. */
  subscriptionsOf(customerId: string): Promise<readonly Subscription[]>;
  /** Ends a subscription at once, without a refund. Nothing when it has ended. */
  endSubscription(id: string, cause: 'second_subscription' | 'account_closed'): Promise<void>;

  payment(id: string): Promise<Payment | undefined>;
  /** The payment of a charge. */
  paymentOfCharge(chargeId: string): Promise<string | undefined>;
  /** Sends all of a payment back; nothing while it is disputed, or when that was lost. */
  refund(paymentId: string, cause: RefundCause): Promise<void>;
  dispute(id: string): Promise<Dispute | undefined>;

  /** A page of Stripe where the customer manages cards, invoices and the subscription. */
  portal(customerId: string, language: Language): Promise<string>;
  portalToCancel(subscription: Subscription, language: Language): Promise<string>;
  /** The page that confirms the change of a subscription to another plan version. */
  portalToChange(subscription: Subscription, version: string, language: Language): Promise<string>;

  /** Events of our types that Stripe could not deliver, of the last 30 days. */
  undeliveredEvents(): AsyncIterable<StripeEvent>;
}

/** What an event says that is worth keeping: which object to look at, never its state. */
export interface StripeEvent {
  readonly id: string;
  readonly type: string;
  readonly livemode: boolean;
  readonly apiVersion: string | undefined;
  readonly objectId: string;
  /** The customer it is about, where the object says so. */
  readonly customerId: string | undefined;
  /** The payment or charge that a refund belongs to. */
  readonly paymentId: string | undefined;
  readonly chargeId: string | undefined;
  /** As it came; JSON. */
  readonly raw: string;
}

/** An event of one of our types, as it is kept. */
export type KeptEvent = Omit<StripeEvent, 'raw' | 'livemode' | 'customerId'> & {
  readonly type: StripeEventType;
};

/** What proves that an event is Stripe's. */
export interface StripeSignatures {
  /** The event, or undefined when no secret of ours signed these bytes within five minutes. */
  open(body: Uint8Array, signature: string): Promise<StripeEvent | undefined>;
  /** Whether the account is charged real money. */
  isLive(): Promise<boolean>;
}

/**
 * Events that came, each once, and for 90 days as they came those of customers who have an account:
 * they name the person. Reads are strongly consistent.
 */
export interface Inbox {
  /** `done`: it was kept before, and carried out. */
  keep(event: Omit<StripeEvent, 'raw' | 'livemode' | 'customerId'>): Promise<'waiting' | 'done'>;
  /** Keeps an event as it came, under its customer; nothing when no account has this customer. */
  keepRaw(customerId: string, event: StripeEvent): Promise<void>;
  /** Deletes what was kept of a customer as it came. */
  forgetRaw(customerId: string): Promise<void>;
  /** Undefined when it never came or has been carried out. */
  waiting(eventId: string): Promise<KeptEvent | undefined>;
  markDone(eventId: string): Promise<void>;
  /** Events that have been waiting since before then: epoch milliseconds. */
  waitingSince(before: number): AsyncIterable<string>;
}

/** A way to the payment page that was opened for a customer. */
export interface CheckoutIntent {
  readonly purchaseId: string;
  readonly version: string;
  readonly language: Language;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly sessionId?: string;
}

/** At most one open way to pay in each slot: a slot is a pack, or the subscription. */
export interface CheckoutIntents {
  find(userId: string, slot: string): Promise<CheckoutIntent | undefined>;
  /** Stores an intent in place of `before`; the one that is there when another came first. */
  begin(
    userId: string,
    slot: string,
    intent: CheckoutIntent,
    before: CheckoutIntent | undefined,
  ): Promise<CheckoutIntent>;
  /** False when the intent is there no longer: another one has taken its place. */
  noteSession(
    userId: string,
    slot: string,
    purchaseId: string,
    sessionId: string,
  ): Promise<boolean>;
  /** Forgets an intent that no session can be made for any more. */
  drop(userId: string, slot: string, purchaseId: string): Promise<void>;
}

/** What may change of a purchase. */
export type PurchaseChange = Partial<Pick<Purchase, 'refunded' | 'revoked' | 'disputes'>>;

/** Payments that brought credits. Reads are strongly consistent. */
export interface Purchases {
  find(userId: string, purchaseId: string): Promise<Purchase | undefined>;
  byPayment(paymentId: string): Promise<Purchase | undefined>;
  /** Every purchase of a user, newest first. */
  all(userId: string): AsyncIterable<Purchase>;
  /** The `limit` purchases behind the first `skip`. */
  page(
    userId: string,
    place: { readonly skip: number; readonly limit: number; readonly oldestFirst: boolean },
  ): Promise<Purchase[]>;
  count(userId: string): Promise<number>;
  /** Those of the users who have bought anything. */
  buyers(userIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** The writes that record a purchase, for the transaction that grants its credits. */
  recording(purchase: Purchase, eventId: string | undefined): readonly WriteItem[];
  /** The write that changes a purchase, for the transaction that moves its credits. */
  changing(purchase: Purchase, change: PurchaseChange): WriteItem;
  /** The same write alone. False when the purchase is no longer as it was read. */
  change(purchase: Purchase, change: PurchaseChange): Promise<boolean>;
  /** How many tries to make the user's customer have come to nothing, or to one deleted since. */
  customerTries(userId: string): Promise<number>;
  noteCustomerTry(userId: string): Promise<void>;
  /** Whether Stripe was ever asked to make the user a customer. */
  customerAsked(userId: string): Promise<boolean>;
  noteCustomerAsked(userId: string): Promise<void>;
}

/** Where work is left. A delivery may come twice, late, or out of order. */
export interface BillingQueue {
  send(message: BillingMessage): Promise<void>;
  /** Starts the lists of a user that wait for credits. */
  resumeLists(userId: string): Promise<void>;
}

/** What has to be there at Stripe before anything is sold. Each call makes what is missing. */
export interface StripeSetup {
  /** A product for each plan, and a price for each of its versions; answers how many prices it made. */
  ensurePlans(): Promise<number>;
  /** The rules of the customer portal; answers whether there were none. */
  ensurePortal(returnUrl: string): Promise<boolean>;
  /** The endpoint of our events; answers whether it was made, and its secret kept. */
  ensureWebhook(url: string): Promise<boolean>;
}

/** All purchases of some users that are made at once, for demo data. */
export interface BulkPurchases {
  put(purchases: readonly Purchase[]): Promise<void>;
}
