import * as z from 'zod/mini';
import { shareOf } from '../../../shared/model/credits.ts';
import { type BillingStatus, FRAUD_TYPES } from '../../../shared/model/plan-type.ts';

/** How a dispute stands with the credits of its purchase: kept back, given back, or gone. */
const disputeState = z.enum(['held', 'released', 'lost']);
export type DisputeState = z.infer<typeof disputeState>;

/** A payment that credits were granted for. */
export const storedPurchase = z.object({
  /** Opaque; sorts by time. */
  id: z.string(),
  userId: z.string(),
  /** What was paid: `cs:<session>` or `in:<invoice>`; the ledger's grant has the same name. */
  source: z.string(),
  /** Of a plan; `gift`, `replacement` or `transfer` of credits that were added by hand. */
  version: z.string(),
  credits: z.int(),
  /** What was charged, VAT included; `refunded` of it has gone back. Euro cents. */
  cents: z.int(),
  refunded: z.int(),
  /** Of what was refunded: that whose credits stay, as after a defect. */
  kept: z.optional(z.int()),
  /** Credits that refunds and lost disputes have taken back. */
  revoked: z.int(),
  disputes: z.record(z.string(), disputeState),
  /** What each of them is over, euro cents; absent: all that was charged. */
  disputed: z.optional(z.record(z.string(), z.int())),
  /** What issuers of cards report, by the id of Stripe's warning. */
  fraudWarnings: z.optional(z.record(z.string(), z.enum(FRAUD_TYPES))),
  /** A dispute over it was lost because its buyer denies it: what was bought before counts no more. */
  barred: z.optional(z.boolean()),
  /** ISO 8601 UTC. */
  date: z.string(),
  /** Absent where nothing was due. */
  paymentId: z.optional(z.string()),
  /** Stripe's invoice, once it is known; what it asks for, in euro cents. */
  invoice: z.optional(
    z.object({
      id: z.string(),
      number: z.optional(z.string()),
      netCents: z.int(),
      vatCents: z.int(),
    }),
  ),
  /** The credit notes of its invoice, oldest first; VAT included. */
  creditNotes: z.optional(
    z.array(z.object({ id: z.string(), number: z.string(), cents: z.int() })),
  ),
  /** Counts the changes. */
  revision: z.int(),
});
export type Purchase = Readonly<z.infer<typeof storedPurchase>>;

/** Nobody has paid for it. */
export const isFree = ({ version }: Purchase): boolean =>
  version === 'gift' || version === 'replacement';

/** Its invoice at Stripe; undefined for a pack whose invoice is not known yet. */
export const invoiceIdOf = ({ invoice, source }: Purchase): string | undefined =>
  invoice?.id ?? /^in:(.*)/.exec(source)?.[1];

/** By what the purchase of an invoice is found: its payment, or itself where it was noted as paid. */
export const referenceOf = (paid: {
  readonly id: string;
  readonly paymentId: string | undefined;
}) => paid.paymentId ?? `in:${paid.id}`;

/** Cents that have gone back, by refunds and lost disputes. */
export const refundedCents = (purchase: Purchase): number =>
  purchase.refunded + centsOf(purchase, 'lost');

/** Cents that have gone back and took what they paid for along. */
const takenOf = (purchase: Purchase): number => refundedCents(purchase) - (purchase.kept ?? 0);

/**
 * What is left of a purchase without VAT, euro cents. Until its invoice is known, that is what was
 * charged.
 */
export function revenueOf(purchase: Purchase): number {
  const { cents, invoice = { netCents: cents, vatCents: 0 } } = purchase;
  const { netCents, vatCents } = invoice;
  return shareOf(
    { credits: netCents, cents: netCents + vatCents },
    Math.max(0, cents - refundedCents(purchase)),
  );
}

/** A dispute is open: what the purchase opened is closed for the time. */
export const isDisputed = ({ disputes }: Purchase): boolean =>
  Object.values(disputes).includes('held');

const centsOf = ({ disputes, disputed, cents }: Purchase, wanted: DisputeState): number =>
  Object.entries(disputes).reduce(
    (sum, [id, state]) => (state === wanted ? sum + (disputed?.[id] ?? cents) : sum),
    0,
  );

/** Whether it is reported as fraud and a refund may keep a dispute away: `actionable` at Stripe. */
export const isRefundAdvised = (purchase: Purchase): boolean =>
  purchase.fraudWarnings !== undefined &&
  Object.keys(purchase.disputes).length === 0 &&
  refundedCents(purchase) < purchase.cents;

/**
 * Whether the purchase makes its owner one who has paid: not all the money went back, or its credits
 * stay.
 */
export const countsAsPaid = (purchase: Purchase): boolean =>
  takenOf(purchase) < purchase.cents || (purchase.cents === 0 && !isFree(purchase));

export function statusOf(purchase: Purchase): BillingStatus {
  if (isFree(purchase)) return 'given';
  if (Object.values(purchase.disputes).some((state) => state !== 'released')) return 'disputed';
  if (purchase.refunded === 0) return 'paid';
  return purchase.refunded >= purchase.cents ? 'refunded' : 'partially_refunded';
}

/**
 * Credits that are to be taken back in all when `refunded` cents went back, with those of lost
 * disputes. It is the share of the sum, so that no rounding adds up.
 */
export const revocationOf = (purchase: Purchase, refunded: number): number =>
  shareOf(purchase, takenOf({ ...purchase, refunded }));

/** Credits that a further dispute over so many cents holds: its part of what is left. */
export const heldBy = (purchase: Purchase, cents: number): number => {
  const before = takenOf(purchase) + centsOf(purchase, 'held');
  return shareOf(purchase, before + cents) - shareOf(purchase, before);
};

/** Reasons of disputes by which the buyer denies the payment or the subscription. */
const DENYING = new Set(['fraudulent', 'subscription_canceled']);

/** Whether a lost dispute of this reason closes the API for what was bought before. */
export const isDenied = (reason: string): boolean => DENYING.has(reason);

/** The bank only asks, and has taken nothing: it may still become a dispute, under the same id. */
export const isInquiry = (status: string): boolean => status.startsWith('warning_');

/** The decision is disputed in its turn, by either side. */
export const isAppeal = (status: string): boolean => status.startsWith('appeal_');

/**
 * What a dispute's status at Stripe means for the credits; an inquiry holds none. While a decision
 * is appealed against, it stands as it was (docs.stripe.com/api/disputes/object#dispute_object-status).
 */
export function disputeStateOf(status: string, before?: DisputeState): DisputeState {
  if (isAppeal(status)) return before ?? 'held';
  if (status === 'lost') return 'lost';
  return isInquiry(status) || ['won', 'prevented'].includes(status) ? 'released' : 'held';
}
