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
 * that is repeated has happened once. Throws StripeUnavailableError when Stripe gave no answer, which
 * leaves open whether a write happened, and StripeRefusedError when it will not.
 */
export interface Stripe {
  /**
   * The user's customer. The same one for every call of a try; a further try takes what an earlier
   * one has left.
   */
  createCustomer(user: NewCustomer, tries: number): Promise<string>;
  /** The customers of this address that were made for the user and not deleted. */
  listCustomers(user: Pick<NewCustomer, 'userId' | 'email'>): Promise<readonly string[]>;
  /** Nothing when it is gone already; ends its subscriptions and forgets its cards. */
  deleteCustomer(customerId: string): Promise<void>;
  /** A customer that was not deleted, with the user it was made for where it is one of ours. */
  findCustomer(customerId: string): Promise<{ readonly userId: string | undefined } | undefined>;

  createSession(request: CheckoutRequest): Promise<CheckoutSession>;
  findSession(id: string): Promise<CheckoutSession | undefined>;
  /** False when it cannot expire any more: it was paid or has expired. */
  expireSession(id: string): Promise<boolean>;
  /** The session a payment was made in. */
  findSessionOfPayment(paymentId: string): Promise<CheckoutSession | undefined>;
  /** Sessions made since then that were gone through to their end. */
  listSessions(since: number): AsyncIterable<CheckoutSession>;

  findInvoice(id: string): Promise<Invoice | undefined>;
  /** The newest invoices of a customer. */
  listInvoices(customerId: string): Promise<readonly Invoice[]>;
  listPaidInvoices(since: number): AsyncIterable<Invoice>;

  findSubscription(id: string): Promise<Subscription | undefined>;
  /** Those that have not ended. */
  listSubscriptions(customerId: string): Promise<readonly Subscription[]>;
  /** Ends a subscription at once, without a refund. Nothing when it has ended. */
  endSubscription(id: string, cause: 'second_subscription' | 'account_closed'): Promise<void>;

  findPayment(id: string): Promise<Payment | undefined>;
  /** The payment of a charge. */
  findPaymentOfCharge(chargeId: string): Promise<string | undefined>;
  /** Sends all of a payment back; nothing while it is disputed, or when that was lost. */
  refund(paymentId: string, cause: RefundCause): Promise<void>;
  findDispute(id: string): Promise<Dispute | undefined>;

  /** A page of Stripe where the customer manages cards, invoices and the subscription. */
  createPortal(customerId: string, language: Language): Promise<string>;
  createCancelPortal(subscription: Subscription, language: Language): Promise<string>;
  /** The page that confirms the change of a subscription to another plan version. */
  createChangePortal(
    subscription: Subscription,
    version: string,
    language: Language,
  ): Promise<string>;

  /** Events of our types that Stripe could not deliver, of the last 30 days. */
  listUndeliveredEvents(): AsyncIterable<StripeEvent>;
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
  /** `done`: it was kept before, and applied. */
  create(event: Omit<StripeEvent, 'raw' | 'livemode' | 'customerId'>): Promise<'waiting' | 'done'>;
  /** Keeps an event as it came, under its customer; nothing when no account has this customer. */
  createRaw(customerId: string, event: StripeEvent): Promise<void>;
  /** Deletes what was kept of a customer as it came. */
  deleteRaw(customerId: string): Promise<void>;
  /** Undefined when it never came or has been applied. */
  findWaiting(eventId: string): Promise<KeptEvent | undefined>;
  finish(eventId: string): Promise<void>;
  /** Events that have been waiting since before then: epoch milliseconds. */
  listWaiting(before: number): AsyncIterable<string>;
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
  replace(
    userId: string,
    slot: string,
    intent: CheckoutIntent,
    before: CheckoutIntent | undefined,
  ): Promise<CheckoutIntent>;
  /** False when the intent is there no longer: another one has taken its place. */
  setSession(userId: string, slot: string, purchaseId: string, sessionId: string): Promise<boolean>;
  /** Deletes an intent that no session can be made for any more. */
  delete(userId: string, slot: string, purchaseId: string): Promise<void>;
}

/** What may change of a purchase. */
export type PurchaseChange = Partial<Pick<Purchase, 'refunded' | 'revoked' | 'disputes'>>;

/** Payments that brought credits. Reads are strongly consistent. */
export interface Purchases {
  find(userId: string, purchaseId: string): Promise<Purchase | undefined>;
  findByPayment(paymentId: string): Promise<Purchase | undefined>;
  /** Every purchase of a user, newest first. */
  list(userId: string): AsyncIterable<Purchase>;
  /** The `limit` purchases behind the first `skip`. */
  listPage(
    userId: string,
    place: { readonly skip: number; readonly limit: number; readonly oldestFirst: boolean },
  ): Promise<Purchase[]>;
  count(userId: string): Promise<number>;
  /** Those of the users who have bought anything. */
  findBuyers(userIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** The writes that record a purchase, for the transaction that grants its credits. */
  createWrites(purchase: Purchase, eventId: string | undefined): readonly WriteItem[];
  /** The write that changes a purchase, for the transaction that moves its credits. */
  updateWrite(purchase: Purchase, change: PurchaseChange): WriteItem;
  /** The same write alone. False when the purchase is no longer as it was read. */
  update(purchase: Purchase, change: PurchaseChange): Promise<boolean>;
  /**
   * Whether Stripe was ever asked to make the user a customer, and how many tries have come to
   * nothing, or to one deleted since.
   */
  customerRequests(userId: string): Promise<{ readonly asked: boolean; readonly tries: number }>;
  setCustomerAsked(userId: string): Promise<void>;
  addCustomerTry(userId: string): Promise<void>;
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
