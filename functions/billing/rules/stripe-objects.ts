/**
 * Stripe's objects as far as the product reads them. Times are epoch milliseconds, amounts euro
 * cents; `version` is the id of the plan version that a price stands for, undefined for a price of
 * somebody else.
 */

export interface CheckoutSession {
  readonly id: string;
  readonly mode: 'payment' | 'subscription' | 'other';
  readonly status: 'open' | 'complete' | 'expired';
  /** Money has arrived, or none was due. */
  readonly paid: boolean;
  /** Where the customer pays; absent once nobody can. */
  readonly url: string | undefined;
  readonly customerId: string | undefined;
  readonly version: string | undefined;
  /** What was charged, VAT included. */
  readonly cents: number;
  readonly paymentId: string | undefined;
  readonly createdAt: number;
  /** VAT was to be computed, and was not. */
  readonly taxMissing: boolean;
}

interface InvoiceLine {
  readonly version: string | undefined;
  /** Excluding VAT. */
  readonly cents: number;
  readonly proration: boolean;
}

export interface Invoice {
  readonly id: string;
  readonly paid: boolean;
  /** `subscription_create`, `subscription_cycle`, `subscription_update`, … */
  readonly reason: string;
  /** Undefined for the invoice of a pack. */
  readonly subscriptionId: string | undefined;
  readonly customerId: string | undefined;
  /** What was paid, VAT included. */
  readonly cents: number;
  readonly paymentId: string | undefined;
  readonly paidAt: number;
  readonly lines: readonly InvoiceLine[];
  readonly taxMissing: boolean;
  /** Stripe's page of the invoice; it expires. */
  readonly page: string | undefined;
}

export interface Subscription {
  readonly id: string;
  readonly customerId: string;
  readonly status: string;
  readonly itemId: string;
  readonly version: string | undefined;
  readonly createdAt: number;
  /** When the month that is paid ends. */
  readonly periodEnd: number | undefined;
  /** The version to which it changes then; undefined where none is scheduled, or was asked for. */
  readonly nextVersion: string | undefined;
  /** When it was cancelled, be it for later; undefined while it goes on. */
  readonly canceledAt: number | undefined;
  /** When it ends, or has ended, if it was cancelled. */
  readonly endsAt: number | undefined;
  /** We ended it ourselves: the customer had one already, or closed the account. */
  readonly endedByUs: boolean;
  /** Why we have it end with its period. */
  readonly stoppedFor: RenewalStop | undefined;
  /** A change that is to come with the next period. */
  readonly scheduleId: string | undefined;
}

/** Why a subscription is not renewed without its customer having said so. */
export const RENEWAL_STOPS = ['deactivated', 'dispute'] as const;
export type RenewalStop = (typeof RENEWAL_STOPS)[number];

/** A payment with what became of its money. */
export interface Payment {
  readonly id: string;
  readonly customerId: string | undefined;
  /** The charge that succeeded, undefined while none has. */
  readonly chargeId: string | undefined;
  readonly cents: number;
  /** Cents that went back or are on their way: refunds that failed do not count. */
  readonly refunded: number;
  /** How many refunds failed: with each the sum of the others counts anew. */
  readonly failedRefunds: number;
  readonly receipt: string | undefined;
}

/** Money that has arrived. */
export interface Charge {
  readonly id: string;
  readonly paymentId: string;
  readonly cents: number;
  /** Refunds that failed do not count. */
  readonly refunded: number;
  readonly createdAt: number;
}

export interface Dispute {
  readonly id: string;
  readonly status: string;
  /** `fraudulent`, `subscription_canceled`, … (docs.stripe.com/disputes/categories) */
  readonly reason: string;
  /** What is disputed: all of the charge, or a part of it. */
  readonly cents: number;
  readonly paymentId: string | undefined;
}

/** Why money is sent back without anybody asking. */
export type RefundCause = 'no_account' | 'second_subscription';
