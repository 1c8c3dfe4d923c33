import { formatEuros } from '../../../shared/model/plans/plans.ts';
import { type BooksDeps, type CreditLot, computeUnusedCredits } from './outstanding.ts';

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
