import { ACCOUNTING_RETENTION_YEARS, ttlYearsAfter } from '../../../shared/model/retention.ts';
import type { LedgerEntry } from '../../credits/rules/ledger-entry.ts';
import { balanceAfter, deltasOf } from '../../credits/rules/ledger.ts';
import type { BillingDeps } from '../deps.ts';
import { euros } from '../rules/plans.ts';

/** Credits at one price; `cents` are euro cents excluding VAT, not rounded. */
export interface Lot {
  /**
   * `€5.00 for 1000`, `gift`, or `lent` for credits that a list has reserved and that were refunded
   * since.
   */
  readonly price: string;
  readonly credits: number;
  readonly cents: number;
}

export type BooksDeps = Pick<BillingDeps, 'adjustments' | 'ledgerAudit' | 'purchases'>;

/** Source of the purchase whose credits an entry grants or takes back; a gift is its own lot. */
const lotOf = ({ id, why }: LedgerEntry): string =>
  / (?:of|over) ((?:cs|in):\S+)$/.exec(why)?.[1] ?? id.slice('grant:'.length);

/**
 * Credits that an account had not used before a given time, first in, first out. Credits taken back
 * are deducted from their own purchase; the remaining credits belong to the newest purchases.
 * Credits that a customer keeps after a refund, for example because of a defect, cost the
 * unrefunded part of their price.
 * @param before epoch milliseconds
 */
export async function outstandingOf(
  { adjustments, ledgerAudit, purchases }: BooksDeps,
  userId: string,
  before: number,
) {
  const end = new Date(before).toISOString();
  const lotEntries: { readonly at: string; readonly lot: string; readonly credits: number }[] = [];
  let deltas = deltasOf([]);
  for await (const { at, ...entry } of ledgerAudit.history(userId)) {
    if (at >= end) continue;
    deltas = deltasOf([entry], deltas);
    if (entry.to === 'source') lotEntries.push({ at, lot: lotOf(entry), credits: -entry.amount });
    if (entry.from === 'source') lotEntries.push({ at, lot: lotOf(entry), credits: entry.amount });
  }
  const { available, reserved, held, debt } = balanceAfter(deltas);
  const remaining = new Map<string, number>();
  for (const { lot, credits } of lotEntries.toSorted((a, b) => a.at.localeCompare(b.at)))
    remaining.set(lot, (remaining.get(lot) ?? 0) + credits);
  const pricesByLot = new Map<string, { credits: number; cents: number }>();
  for await (const { id, source, credits, cents, invoice, kept = 0 } of purchases.list(userId)) {
    const net = invoice?.netCents ?? cents;
    const recorded = kept > 0 ? (await adjustments.read(userId)).all : [];
    const retained = recorded.filter(
      ({ purchaseId, keepCredits, at }) => purchaseId === id && keepCredits && at < end,
    );
    // `kept` excludes refunds that failed.
    const retainedCents = Math.min(
      kept,
      retained.reduce((sum, { cents: part = 0 }) => sum + part, 0),
    );
    const remainingCredits = retainedCents > 0 ? (remaining.get(source) ?? 0) : credits;
    const price = net * (remainingCredits / credits - retainedCents / Math.max(cents, 1));
    pricesByLot.set(source, { credits: remainingCredits, cents: Math.round(Math.max(price, 0)) });
  }

  let unused = available + reserved + held;
  // The credits of all lots add up to the available, reserved and held credits.
  const lots: Lot[] = [];
  for (const [lot, maxCredits] of [...remaining].toReversed()) {
    const credits = Math.min(unused, Math.max(maxCredits, 0));
    if (credits === 0) continue;
    unused -= credits;
    const price = pricesByLot.get(lot);
    lots.push({
      price: price && price.cents > 0 ? `${euros(price.cents)} for ${price.credits}` : 'gift',
      credits,
      cents: price ? (credits * price.cents) / price.credits : 0,
    });
  }
  if (unused > 0) lots.push({ price: 'lent', credits: unused, cents: 0 });
  const { ttl } = await ledgerAudit.storedBalance(userId);
  // The remaining credits of a closed account can no longer be used.
  const closed = ttl !== undefined && ttl <= ttlYearsAfter(end, ACCOUNTING_RETENTION_YEARS);
  return { closed, lots, held, debt };
}
