import { ACCOUNTING_YEARS, yearsAfter } from '../../../shared/model/retention.ts';
import type { LedgerEntry } from '../../credits/rules/ledger-entry.ts';
import { balanceAfter, deltasOf } from '../../credits/rules/ledger.ts';
import type { BillingDeps } from '../deps.ts';
import { euros } from '../rules/plans.ts';

/** Credits at one price; `cents` are euro cents excluding VAT, not rounded. */
export interface Lot {
  /** `€5.00 for 1000`, `gift`, or `lent` for credits that a list uses after their refund. */
  readonly price: string;
  readonly credits: number;
  readonly cents: number;
}

export type BooksDeps = Pick<BillingDeps, 'adjustments' | 'ledgerAudit' | 'purchases'>;

/** The purchase whose credits an entry grants or takes back; a gift is its own lot. */
const lotOf = ({ id, why }: LedgerEntry): string =>
  / (?:of|over) ((?:cs|in):\S+)$/.exec(why)?.[1] ?? id.slice('grant:'.length);

/**
 * Credits that an account had not used at a given time, first in, first out: credits taken back
 * count against their own purchase; the rest belongs to the newest purchases. Credits kept after a
 * refund, as after a defect, cost the unrefunded part of their price. Constant memory.
 * @param before epoch milliseconds
 */
export async function outstandingOf(
  { adjustments, ledgerAudit, purchases }: BooksDeps,
  userId: string,
  before: number,
) {
  const end = new Date(before).toISOString();
  const brought: { readonly at: string; readonly lot: string; readonly credits: number }[] = [];
  let deltas = deltasOf([]);
  for await (const { at, ...entry } of ledgerAudit.history(userId)) {
    if (at >= end) continue;
    deltas = deltasOf([entry], deltas);
    if (entry.to === 'source') brought.push({ at, lot: lotOf(entry), credits: -entry.amount });
    if (entry.from === 'source') brought.push({ at, lot: lotOf(entry), credits: entry.amount });
  }
  const { available, reserved, held, debt } = balanceAfter(deltas);
  const left = new Map<string, number>();
  for (const { lot, credits } of brought.toSorted((a, b) => a.at.localeCompare(b.at)))
    left.set(lot, (left.get(lot) ?? 0) + credits);
  const paid = new Map<string, { credits: number; cents: number }>();
  for await (const { id, source, credits, cents, invoice, kept = 0 } of purchases.list(userId)) {
    const net = invoice?.netCents ?? cents;
    const noted = kept > 0 ? (await adjustments.read(userId)).all : [];
    const stayed = noted.filter(
      ({ purchaseId, keepCredits, at }) => purchaseId === id && keepCredits && at < end,
    );
    // `kept` excludes refunds that failed.
    const back = Math.min(
      kept,
      stayed.reduce((sum, { cents: part = 0 }) => sum + part, 0),
    );
    const rest = back > 0 ? (left.get(source) ?? 0) : credits;
    const price = net * (rest / credits - back / Math.max(cents, 1));
    paid.set(source, { credits: rest, cents: Math.round(Math.max(price, 0)) });
  }

  let unused = available + reserved + held;
  // The lots add up to all available, reserved and held credits.
  const lots: Lot[] = [];
  for (const [lot, most] of [...left].toReversed()) {
    const credits = Math.min(unused, Math.max(most, 0));
    if (credits === 0) continue;
    unused -= credits;
    const price = paid.get(lot);
    lots.push({
      price: price && price.cents > 0 ? `${euros(price.cents)} for ${price.credits}` : 'gift',
      credits,
      cents: price ? (credits * price.cents) / price.credits : 0,
    });
  }
  if (unused > 0) lots.push({ price: 'lent', credits: unused, cents: 0 });
  const { ttl } = await ledgerAudit.stored(userId);
  // The remaining credits of a closed account can no longer be used.
  const closed = ttl !== undefined && ttl <= yearsAfter(end, ACCOUNTING_YEARS);
  return { closed, lots, held, debt };
}
