import { formatEuros } from '../../../shared/model/plans/plans.ts';
import { ACCOUNTING_RETENTION_YEARS, ttlYearsAfter } from '../../../shared/model/retention.ts';
import type { LedgerEntry } from '../../credits/rules/ledger-entry.ts';
import { toBalance, sumDeltas } from '../../credits/rules/ledger.ts';
import type { BillingDeps } from '../deps.ts';
import { sumCents } from '../rules/credited-lines.ts';

const lineOf = (price: string, { credits, cents }: Omit<CreditLot, 'price'>): string =>
  `${price}: ${credits} credits, ${formatEuros(Math.round(cents))}`;

/**
 * @param before epoch milliseconds
 * @param byAccount whether each account's credits and debt are listed before the totals by price
 */
export async function* reportOutstandingCredits(
  deps: BooksDeps,
  before: number,
  byAccount: boolean,
): AsyncIterable<string> {
  const sums = new Map<string, Omit<CreditLot, 'price'>>();
  const total = { credits: 0, cents: 0, held: 0, debt: 0 };
  for await (const userId of deps.ledgerAudit.users()) {
    const { closed, lots, held, debt } = await computeUnusedCredits(deps, userId, before);
    total.held += held;
    total.debt += debt;
    for (const lot of lots) {
      const price = closed ? `${lot.price}, closed account` : lot.price;
      const { credits, cents } = sums.get(price) ?? { credits: 0, cents: 0 };
      sums.set(price, { credits: credits + lot.credits, cents: cents + lot.cents });
      total.credits += lot.credits;
      total.cents += lot.cents;
      if (byAccount) yield `${userId}: ${lineOf(price, lot)}`;
    }
    if (byAccount && debt > 0) yield `${userId}: owes ${debt} credits`;
  }
  for (const [price, sum] of [...sums].toSorted()) yield lineOf(price, sum);
  yield lineOf('in all', total);
  yield `${total.held} of them held by disputes; ${total.debt} owed`;
}

/** Credits bought at one price; `cents` are unrounded euro cents without VAT. */
interface CreditLot {
  /** `€5.00 for 1000`, `gift`, or `lent` for credits taken back while a list had reserved them. */
  readonly price: string;
  readonly credits: number;
  readonly cents: number;
}

type BooksDeps = Pick<BillingDeps, 'ledgerAudit' | 'purchases' | 'stripe'> & {
  previewCharge(userId: string, listId: string): Promise<number>;
};

/** The lot is the source of the purchase, or the id of the gift. */
const lotOf = ({ id, why }: LedgerEntry): string =>
  / (?:of|over) ((?:cs|in):\S+)$/.exec(why)?.[1] ?? id.slice('grant:'.length);

/** Times of a list's ledger entries (ISO 8601 in UTC), and the credits charged. */
interface ListEntries {
  /** Time of the reservation for the preview. */
  previewAt?: string;
  /** Time of the reservation for the whole list. */
  startedAt?: string;
  endedAt?: string;
  charged?: number;
}

function addListEntry(
  lists: Map<string, ListEntries>,
  { id, kind, amount }: LedgerEntry,
  at: string,
): void {
  const [, listId = '', epoch] = /^(?:reserve|settle|release):(.+):(\d+)$/.exec(id) ?? [];
  if (epoch === undefined) return;
  const list = lists.get(listId) ?? {};
  lists.set(listId, list);
  if (kind === 'reserve' && epoch === '0') list.previewAt = at;
  else if (kind === 'reserve') list.startedAt = at;
  else list.endedAt = at;
  if (kind === 'settle') list.charged = amount;
}

/**
 * Computes the credits that an account had not used at a given time, first in, first out. Credits
 * taken back reduce their own purchase; the remaining credits belong to the newest purchases.
 * Credits kept after a refund (for example, for a defect) cost the unrefunded part of their price.
 * Verdicts of a preview count as used, although the list still reserves all its credits.
 * @param before epoch milliseconds
 */
export async function computeUnusedCredits(
  { ledgerAudit, previewCharge, purchases, stripe }: BooksDeps,
  userId: string,
  before: number,
) {
  const end = new Date(before).toISOString();
  const lotEntries: { readonly at: string; readonly lot: string; readonly credits: number }[] = [];
  const lists = new Map<string, ListEntries>();
  let deltas = sumDeltas([]);
  for await (const { at, ...entry } of ledgerAudit.history(userId)) {
    addListEntry(lists, entry, at);
    if (at >= end) continue;
    deltas = sumDeltas([entry], deltas);
    // A correction takes the oldest credits first, like a check.
    if (entry.to === 'source' && entry.kind !== 'correction')
      lotEntries.push({ at, lot: lotOf(entry), credits: -entry.amount });
    if (entry.from === 'source') lotEntries.push({ at, lot: lotOf(entry), credits: entry.amount });
  }
  const { available, reserved, held, debt } = toBalance(deltas);
  const remaining = new Map<string, number>();
  for (const { lot, credits } of lotEntries.toSorted((a, b) => a.at.localeCompare(b.at)))
    remaining.set(lot, (remaining.get(lot) ?? 0) + credits);
  const pricesByLot = new Map<string, { credits: number; cents: number }>();
  for await (const { source, credits, cents, invoice, kept, paymentId } of purchases.list(userId)) {
    const net = invoice?.netCents ?? cents;
    const payment = kept && paymentId ? await stripe.findPayment(paymentId) : undefined;
    const retainedCents = sumCents(
      payment?.refunds.filter(({ keepsCredits, at }) => keepsCredits && at < before) ?? [],
    );
    const remainingCredits = retainedCents > 0 ? (remaining.get(source) ?? 0) : credits;
    const price = net * (remainingCredits / credits - retainedCents / Math.max(cents, 1));
    pricesByLot.set(source, { credits: remainingCredits, cents: Math.round(Math.max(price, 0)) });
  }

  let unused = available + reserved + held;
  for (const [listId, { previewAt, startedAt, endedAt, charged = 0 }] of lists) {
    const wasWaiting = [startedAt, endedAt].every((at) => at === undefined || at >= end);
    if (previewAt === undefined || previewAt >= end || !wasWaiting) continue;
    // A list that ended without starting has charged only its preview. It may have been deleted, so
    // use the charge in the ledger.
    const hasOnlyPreview = endedAt !== undefined && startedAt === undefined;
    unused -= hasOnlyPreview ? charged : await previewCharge(userId, listId);
  }
  const lots: CreditLot[] = [];
  for (const [lot, maxCredits] of [...remaining].toReversed()) {
    const credits = Math.min(unused, Math.max(maxCredits, 0));
    if (credits === 0) continue;
    unused -= credits;
    const price = pricesByLot.get(lot);
    lots.push({
      price: price && price.cents > 0 ? `${formatEuros(price.cents)} for ${price.credits}` : 'gift',
      credits,
      cents: price ? (credits * price.cents) / price.credits : 0,
    });
  }
  if (unused > 0) lots.push({ price: 'lent', credits: unused, cents: 0 });
  const { ttl } = await ledgerAudit.storedBalance(userId);
  // A closed account can no longer use its remaining credits.
  const closed = ttl !== undefined && ttl <= ttlYearsAfter(end, ACCOUNTING_RETENTION_YEARS);
  return { closed, lots, held, debt };
}
