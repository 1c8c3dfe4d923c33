import * as z from 'zod/mini';
import { creditsForShare } from '../../../shared/model/credits.ts';
import { type BillingStatus, FRAUD_TYPES } from '../../../shared/model/plans/plan-type.ts';

/** Effect of a dispute on its purchase's credits: held, released or seized. */
const disputeState = z.enum(['held', 'released', 'lost']);
export type DisputeState = z.infer<typeof disputeState>;

const soldItem = z.object({ version: z.string(), quantity: z.int() });
export type SoldItem = Readonly<z.infer<typeof soldItem>>;

export const storedPurchase = z.object({
  /** Opaque id that sorts by time. */
  id: z.string(),
  userId: z.string(),
  /** Source of the credits, such as `cs:<session>` or `in:<invoice>` (see `createGrantEntry`). */
  source: z.string(),
  /** Plan version; `gift`, `replacement` or `transfer` for credits that an administrator added. */
  version: z.string(),
  /** All items, if the payment was for several; `version` is then the first one. */
  items: z.optional(z.array(soldItem)),
  credits: z.int(),
  /** Charged euro cents, VAT included. */
  cents: z.int(),
  refunded: z.int(),
  /** Refunded cents whose credits the customer keeps, for example because of a defect. */
  kept: z.optional(z.int()),
  /** Credits taken back by refunds and lost disputes. */
  revoked: z.int(),
  disputes: z.record(z.string(), disputeState),
  /** Disputed euro cents by dispute id; a missing entry means that the full charge is disputed. */
  disputed: z.optional(z.record(z.string(), z.int())),
  /** Number of times that a decided dispute changed state again, by dispute id. */
  reversals: z.optional(z.record(z.string(), z.int())),
  /** Fraud types that card issuers report, by the id of Stripe's warning. */
  fraudWarnings: z.optional(z.record(z.string(), z.enum(FRAUD_TYPES))),
  /**
   * Whether we lost a dispute over this payment for a denial reason (see `isDenialReason`). If so,
   * neither this purchase nor earlier ones count as paid.
   */
  barred: z.optional(z.boolean()),
  /** ISO 8601 in UTC. */
  date: z.string(),
  /** Id of the Stripe payment; undefined without one, for example if nothing was due. */
  paymentId: z.optional(z.string()),
  /** Id of the list from whose page the checkout began. */
  listId: z.optional(z.string()),
  /** Stripe's invoice with amounts in euro cents; undefined until known. */
  invoice: z.optional(
    z.object({
      id: z.string(),
      number: z.optional(z.string()),
      netCents: z.int(),
      vatCents: z.int(),
    }),
  ),
  /** Credit notes of the invoice, oldest first, with amounts including VAT. */
  creditNotes: z.optional(
    z.array(z.object({ id: z.string(), number: z.string(), cents: z.int() })),
  ),
  /** Number of writes, for optimistic locking. */
  revision: z.int(),
});
export type Purchase = Readonly<z.infer<typeof storedPurchase>>;

export const isFreePurchase = ({ version }: Purchase): boolean =>
  version === 'gift' || version === 'replacement';

/** Returns the dashboard page of the payment or, without a payment, of the invoice. */
export function stripePageOf(purchase: Purchase, isLive: boolean): string | undefined {
  const invoiceId = invoiceIdOf(purchase);
  const page = purchase.paymentId
    ? `payments/${purchase.paymentId}`
    : invoiceId && `invoices/${invoiceId}`;
  return page && `https://dashboard.stripe.com/${isLive ? '' : 'test/'}${page}`;
}

/** Undefined for a pack whose invoice is not known yet. */
export const invoiceIdOf = ({ invoice, source }: Purchase): string | undefined =>
  invoice?.id ?? /^in:(.*)/.exec(source)?.[1];

/**
 * Purchases are found by this key: the payment, or the invoice if it was marked as paid without a
 * payment at Stripe.
 */
export const paymentReferenceOf = (paid: {
  readonly id: string;
  readonly paymentId: string | undefined;
}) => paid.paymentId ?? `in:${paid.id}`;

/** The stored amounts exclude credit notes that were issued before the payment. */
export function toStoredInvoice({
  id,
  number,
  netCents: net,
  vatCents,
  creditedCents,
}: {
  readonly id: string;
  readonly number: string | undefined;
  readonly netCents: number;
  readonly vatCents: number;
  readonly creditedCents: number;
}): Purchase['invoice'] {
  const total = net + vatCents;
  const netCents = net - creditsForShare({ credits: net, cents: total }, creditedCents);
  return { id, number, netCents, vatCents: total - creditedCents - netCents };
}

/** Cents returned to the buyer through refunds and lost disputes. */
export const refundedCents = (purchase: Purchase): number =>
  purchase.refunded + disputedCents(purchase, 'lost');

/** Cents returned to the buyer for which we also take credits back. */
const clawedBackCents = (purchase: Purchase): number =>
  refundedCents(purchase) - (purchase.kept ?? 0);

/** Returns euro cents without VAT. Until the invoice is known, the amount includes VAT. */
export function remainingRevenueOf(purchase: Purchase): number {
  const { cents, invoice = { netCents: cents, vatCents: 0 } } = purchase;
  const { netCents, vatCents } = invoice;
  return creditsForShare(
    { credits: netCents, cents: netCents + vatCents },
    Math.max(0, cents - refundedCents(purchase)),
  );
}

/** Whether a dispute is open. The buyer has no API access until it is decided. */
export const isDisputed = ({ disputes }: Purchase): boolean =>
  Object.values(disputes).includes('held');

const disputedCents = ({ disputes, disputed, cents }: Purchase, wanted: DisputeState): number =>
  Object.entries(disputes).reduce(
    (sum, [id, state]) => (state === wanted ? sum + (disputed?.[id] ?? cents) : sum),
    0,
  );

/** Whether a refund can still prevent a dispute after a fraud report (Stripe's `actionable`). */
export const isRefundAdvised = (purchase: Purchase): boolean =>
  purchase.fraudWarnings !== undefined &&
  Object.keys(purchase.disputes).length === 0 &&
  refundedCents(purchase) < purchase.cents;

/**
 * Whether some money was not returned, the customer keeps the credits of a refund, or the purchase
 * was free of charge without being a gift or replacement.
 */
export const countsAsPaid = (purchase: Purchase): boolean =>
  clawedBackCents(purchase) < purchase.cents || (purchase.cents === 0 && !isFreePurchase(purchase));

export function billingStatusOf(purchase: Purchase): BillingStatus {
  if (isFreePurchase(purchase)) return 'given';
  if (Object.values(purchase.disputes).some((state) => state !== 'released')) return 'disputed';
  if (purchase.refunded === 0) return 'paid';
  return purchase.refunded >= purchase.cents ? 'refunded' : 'partially_refunded';
}

/**
 * Returns the total credits to take back after `refunded` cents of refunds and all lost disputes.
 * Computed from totals, so that rounding errors do not accumulate.
 */
export const creditsToRevoke = (purchase: Purchase, refunded: number): number =>
  creditsForShare(purchase, clawedBackCents({ ...purchase, refunded }));

/**
 * Returns the credits that another dispute over `cents` holds: the disputed share of the remaining
 * credits.
 */
export const creditsHeldByDispute = (purchase: Purchase, cents: number): number => {
  const before = clawedBackCents(purchase) + disputedCents(purchase, 'held');
  return creditsForShare(purchase, before + cents) - creditsForShare(purchase, before);
};

/**
 * Dispute reasons with which the buyer claims not to have agreed to the payment, or to have
 * canceled the subscription.
 */
const DENIAL_REASONS = new Set(['fraudulent', 'subscription_canceled']);

/** Whether losing a dispute for this reason also withdraws API access from earlier purchases. */
export const isDenialReason = (reason: string): boolean => DENIAL_REASONS.has(reason);

export const incrementReversalCount = (
  { disputes, reversals = {} }: Purchase,
  dispute: string,
): Readonly<Record<string, number>> => {
  const isReversal = (disputes[dispute] ?? 'held') !== 'held';
  return isReversal ? { ...reversals, [dispute]: (reversals[dispute] ?? 0) + 1 } : reversals;
};

/** The suffix for the ids of a dispute's ledger entries and emails, unique for each decision. */
export const disputeReference = (
  dispute: string,
  { [dispute]: count = 0 }: Readonly<Record<string, number>> = {},
): string => (count === 0 ? dispute : `${dispute}:${count}`);

/** Whether the bank only inquires and has taken no money. A dispute with this id may follow. */
export const isInquiryStatus = (status: string): boolean => status.startsWith('warning_');

export const isAppealStatus = (status: string): boolean => status.startsWith('appeal_');

/**
 * Returns the effect of a Stripe dispute status on the credits. An inquiry holds none. An appeal
 * leaves the state unchanged (docs.stripe.com/api/disputes/object#dispute_object-status). After a
 * loss, the bank keeps the money until the dispute is won.
 */
export function disputeStateOf(status: string, before?: DisputeState): DisputeState {
  if (isAppealStatus(status)) return before ?? 'held';
  if (status === 'lost') return 'lost';
  if (isInquiryStatus(status) || ['won', 'prevented'].includes(status)) return 'released';
  return before === 'lost' ? 'lost' : 'held';
}
