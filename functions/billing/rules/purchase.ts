import type { BillingStatus } from '../../../shared/model/plan-type.ts';

/** How a dispute stands with the credits of its purchase: kept back, given back, or gone. */
export type DisputeState = 'held' | 'released' | 'lost';

/** A payment that credits were granted for. */
export interface Purchase {
  /** Opaque; sorts by time. */
  readonly id: string;
  readonly userId: string;
  /** What was paid: `cs:<session>` or `in:<invoice>`; the ledger's grant has the same name. */
  readonly source: string;
  readonly version: string;
  readonly credits: number;
  /** What was charged, VAT included; `refunded` of it has gone back. Euro cents. */
  readonly cents: number;
  readonly refunded: number;
  /** Credits that refunds and lost disputes have taken back. */
  readonly revoked: number;
  readonly disputes: Readonly<Record<string, DisputeState>>;
  /** ISO 8601 UTC. */
  readonly date: string;
  /** Absent where nothing was due. */
  readonly paymentId?: string | undefined;
  /** Counts the changes. */
  readonly revision: number;
}

const disputeStates = ({ disputes }: Purchase): readonly DisputeState[] => Object.values(disputes);

/** A dispute is open: what the purchase opened is closed for the time. */
export const isDisputed = (purchase: Purchase): boolean => disputeStates(purchase).includes('held');

const isLost = (purchase: Purchase): boolean => disputeStates(purchase).includes('lost');

/** Whether the purchase makes its owner one who has paid: not all the money went back. */
export const countsAsPaid = (purchase: Purchase): boolean =>
  !isLost(purchase) && (purchase.refunded < purchase.cents || purchase.cents === 0);

export function statusOf(purchase: Purchase): BillingStatus {
  if (isDisputed(purchase) || isLost(purchase)) return 'disputed';
  if (purchase.refunded === 0) return 'paid';
  return purchase.refunded >= purchase.cents ? 'refunded' : 'partially_refunded';
}

/**
 * Credits that are to be taken back in all when `refunded` cents went back: the same share of the
 * credits as of the money, rounded down, and all of them after a dispute was lost.
 */
export const revocationOf = (purchase: Purchase, refunded: number): number => {
  if (isLost(purchase)) return purchase.credits;
  if (purchase.cents === 0) return 0;
  const share = Math.min(refunded, purchase.cents);
  return Math.floor((purchase.credits * share) / purchase.cents);
};

/** What a dispute's status at Stripe means for the credits. */
export function disputeStateOf(status: string): DisputeState {
  if (status === 'lost') return 'lost';
  return ['won', 'warning_closed', 'prevented'].includes(status) ? 'released' : 'held';
}
