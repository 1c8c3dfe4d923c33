import { DAY_MS, HOUR_MS } from '../../../shared/model/duration.ts';
import { startOfDay } from '../../platform/start-of-day.ts';
import type { BalanceTransaction, BookedDocument } from '../adapters/stripe-books.ts';
import type { BillingDeps } from '../deps.ts';
import { formatEuros } from '../../../shared/model/plans/plans.ts';

const HALF_DAY_MS = 12 * HOUR_MS;

/** Returns a date such as `2026-12-31`. */
export const formatParisDate = (at: number): string =>
  new Date(at).toLocaleDateString('sv', { timeZone: 'Europe/Paris' });

/** Returns midnight in Paris in epoch milliseconds. Month 13 is January of the next year. */
export const parisMidnight = (year: number, month: number, day: number): number =>
  startOfDay(Date.UTC(year, month - 1, day) + HALF_DAY_MS);

export interface Books {
  readonly documents: readonly BookedDocument[];
  /** For a charge, `source` is the id of the payment, not of the charge. */
  readonly transactions: readonly BalanceTransaction[];
}

/** Maximum time for a bank debit made on the invoice page to settle. */
const MAX_SETTLEMENT_MS = 30 * DAY_MS;

/** Reads the books from `from` (inclusive) to `to` (exclusive), in epoch ms, oldest first. */
export async function readBooks(
  { stripe }: Pick<BillingDeps, 'stripe'>,
  from: number,
  to: number,
): Promise<Books> {
  const payments = new Map<string, string>();
  for await (const { id, paymentId } of stripe.listCharges(from - MAX_SETTLEMENT_MS))
    payments.set(id, paymentId);
  const transactions = await Array.fromAsync(stripe.listBalanceTransactions(from, to), (each) => ({
    ...each,
    source: payments.get(each.source) ?? each.source,
  }));
  const documents = await Array.fromAsync(stripe.listDocuments(from, to));
  documents.sort((a, b) => a.at - b.at || a.invoice.localeCompare(b.invoice));
  return { documents, transactions: transactions.toReversed() };
}

/** Returns a line per payment or refund whose documents differ from Stripe's balance. */
export function findBookDifferences({ documents, transactions }: Books): string[] {
  const sums = new Map<string, { stripe: number; documents: number }>();
  const add = (id: string, stripe: number, documented: number): void => {
    const before = sums.get(id) ?? { stripe: 0, documents: 0 };
    sums.set(id, { stripe: before.stripe + stripe, documents: before.documents + documented });
  };
  for (const { category, source, cents } of transactions)
    if (/^(?:charge|refund)/.test(category)) add(source, cents, 0);
  for (const [id, cents] of documents.flatMap(({ money }) => money)) add(id, 0, cents);
  return [...sums].flatMap(([id, { stripe, documents: documented }]) =>
    // A credit note may be one cent less than its refund.
    Math.abs(stripe - documented) > (documented < 0 ? 1 : 0)
      ? [`${id}: ${formatEuros(stripe)} at Stripe, ${formatEuros(documented)} in the documents`]
      : [],
  );
}
