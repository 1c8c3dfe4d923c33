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
  /** Of a pack that is paid, or of a subscription's first month. */
  readonly invoiceId: string | undefined;
  readonly createdAt: number;
  /** VAT was to be computed, and was not. */
  readonly taxMissing: boolean;
}

interface InvoiceLine {
  readonly id: string;
  readonly version: string | undefined;
  /** Excluding VAT, before any discount. */
  readonly cents: number;
  readonly proration: boolean;
  readonly quantity: number;
}

export interface Invoice {
  readonly id: string;
  readonly paid: boolean;
  /** It can be paid, and is not. */
  readonly open: boolean;
  /** `subscription_create`, `subscription_cycle`, `subscription_update`, … */
  readonly reason: string;
  /** The try of a top-up that made it; undefined for every other invoice. */
  readonly topUp: string | undefined;
  /** It was made for a session of Checkout, which grants. */
  readonly ofSession: boolean;
  readonly subscriptionId: string | undefined;
  readonly customerId: string | undefined;
  /** What was paid, VAT included. */
  readonly cents: number;
  readonly paymentId: string | undefined;
  readonly paidAt: number;
  readonly lines: readonly InvoiceLine[];
  readonly taxMissing: boolean;
  /** The country of the Union of a buyer from whom Stripe collects no tax, since nobody registered there. */
  readonly untaxedCountry: string | undefined;
  /** Absent until it is final. */
  readonly number: string | undefined;
  /** What it asks for, excluding VAT, and the VAT; no more than `cents` where nothing was credited. */
  readonly netCents: number;
  readonly vatCents: number;
  /** What credit notes took off that before it was paid. */
  readonly creditedCents: number;
  /** Stripe's page of the invoice, and its PDF; the links expire. */
  readonly page: string | undefined;
  readonly pdf: string | undefined;
}

export interface Subscription {
  readonly id: string;
  readonly customerId: string;
  readonly status: string;
  readonly itemId: string;
  readonly version: string | undefined;
  readonly createdAt: number;
  readonly periodEnd: number | undefined;
  /** The version to which it changes then; undefined where none is scheduled, or was asked for. */
  readonly nextVersion: string | undefined;
  /** Something is scheduled for then, be it to a price of somebody else. */
  readonly changes: boolean;
  /** When it was cancelled, be it for later; undefined while it goes on. */
  readonly canceledAt: number | undefined;
  /** When it ends, or has ended, if it was cancelled. */
  readonly endsAt: number | undefined;
  /** It was ended, or is to end, since its payments failed. */
  readonly unpaid: boolean;
  /** We ended it ourselves: the customer had one already, or closed the account. */
  readonly endedByUs: boolean;
  /** Why we have it end with its period. */
  readonly stoppedFor: RenewalStop | undefined;
  /** What its changes are scheduled by; it stays for a while after the last one. */
  readonly scheduleId: string | undefined;
}

/** Why a subscription is not renewed without its customer having said so. */
export const RENEWAL_STOPS = ['deactivated', 'dispute'] as const;
export type RenewalStop = (typeof RENEWAL_STOPS)[number];

/** Why money is sent back without anybody asking. */
export type RefundCause = 'no_account' | 'second_subscription';
