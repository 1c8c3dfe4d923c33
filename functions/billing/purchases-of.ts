import type { BillingStatus } from '../../shared/model/plan-type.ts';
import { euros } from './money.ts';
import type { Purchases } from './ports.ts';
import { statusOf } from './rules/purchase.ts';

/** A purchase as administrators and its buyer read it. */
export interface PurchaseRow {
  readonly id: string;
  readonly no_of_credit: number;
  /** What was charged, VAT included: `€6.00`. */
  readonly price: string;
  readonly price_cents: number;
  /** ISO 8601 UTC. */
  readonly date: string;
  readonly status: BillingStatus;
}

/** The latest purchases of a user, newest first. */
export async function purchasesOf(
  { purchases }: { readonly purchases: Pick<Purchases, 'all'> },
  userId: string,
  limit: number,
): Promise<PurchaseRow[]> {
  const rows: PurchaseRow[] = [];
  for await (const purchase of purchases.all(userId)) {
    if (rows.length >= limit) break;
    const { id, credits, cents, date } = purchase;
    rows.push({
      id,
      no_of_credit: credits,
      price: euros(cents),
      price_cents: cents,
      date,
      status: statusOf(purchase),
    });
  }
  return rows;
}
