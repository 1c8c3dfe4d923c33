import type { Me } from '../../../../shared/contract/account.ts';
import type { PlanRow } from '../../../../shared/contract/billing.ts';
import { planChangeStartsImmediately } from '../../../../shared/model/plans/plan-type.ts';

/**
 * Effect of choosing another plan. `larger`: starts and is paid in full immediately; `smaller`:
 * starts after the current period. The other values are states that the customer must first resolve
 * in Stripe's customer portal.
 */
type PlanChange = 'larger' | 'smaller' | 'pastDue' | 'ending' | 'scheduled';

type Priced = Pick<PlanRow, 'interval' | 'price_cents'>;

const priceOf = ({ interval, price_cents: cents }: Priced) => ({ interval, cents });

/**
 * Returns the effect of choosing a plan. Must match the server's decision in
 * functions/billing/checkout/checkout-url.ts.
 */
export function classifyPlanChange(
  { past_due, ends_at, changes_to }: NonNullable<Me['plan']>,
  current: Priced | undefined,
  chosen: Priced,
): PlanChange {
  if (past_due) return 'pastDue';
  if (ends_at !== null) return 'ending';
  if (changes_to !== null) return 'scheduled';
  return planChangeStartsImmediately(current && priceOf(current), priceOf(chosen))
    ? 'larger'
    : 'smaller';
}

/**
 * Returns the date of the next payment of a plan that starts now: the same day of the next month or
 * year, or the last day of that month, in UTC
 * (docs.stripe.com/billing/subscriptions/billing-cycle).
 */
export function nextPayment(moment: Date, interval: PlanRow['interval']): Date {
  const next = new Date(moment);
  next.setUTCMonth(next.getUTCMonth() + (interval === 'year' ? 12 : 1));
  if (next.getUTCDate() !== moment.getUTCDate()) next.setUTCDate(0);
  return next;
}
