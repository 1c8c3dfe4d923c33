import type { z } from 'zod/mini';
import type { BillingRow, billingRoutes } from '../../shared/contract/billing.ts';
import type { OutputOf } from '../../shared/contract/route.ts';
import { signLink } from '../access/signed.ts';
import { placedOf } from '../platform/paging.ts';
import type { BillingDeps } from './deps.ts';
import { euros } from './rules/plans.ts';
import { type Purchase, statusOf } from './rules/purchase.ts';

type Billings = (typeof billingRoutes)['billings'];
/** A purchase as administrators and its buyer read it. */
export type PurchaseRow = Omit<BillingRow, 'receipt_url'>;

const PAGE_SIZE = 10;
const LINK_SECONDS = 24 * 3600;

const rowOf = (purchase: Purchase): PurchaseRow => ({
  id: purchase.id,
  no_of_credit: purchase.credits,
  price: euros(purchase.cents),
  price_cents: purchase.cents,
  date: purchase.date,
  status: statusOf(purchase),
});

/** A page of a user's payments. It reads no further than the page; the total is kept. */
export async function listBillings(
  deps: Pick<BillingDeps, 'clock' | 'env' | 'purchases' | 'secrets'>,
  userId: string,
  { sort, page }: z.output<Billings['query']>,
): Promise<OutputOf<Billings>['data']> {
  const start = (page - 1) * PAGE_SIZE;
  const total = await deps.purchases.count(userId);
  const place = { skip: start, limit: PAGE_SIZE, oldestFirst: sort === 'date:asc' };
  const shown = start < total ? await deps.purchases.listPage(userId, place) : [];
  const data = await Promise.all(
    shown.map(async (purchase) => {
      const { id } = purchase;
      const t = await signLink(deps, { purpose: 'receipt', subject: id }, userId, LINK_SECONDS);
      const receipt_url = `${deps.env.PUBLIC_ORIGIN}/api/billings/${id}/receipt?t=${t}`;
      return Object.assign(rowOf(purchase), { receipt_url });
    }),
  );
  return { ...placedOf(data, { page, size: PAGE_SIZE }, total), data };
}

/** The latest purchases of a user, newest first. */
export async function listPurchases(
  { purchases }: Pick<BillingDeps, 'purchases'>,
  userId: string,
  limit: number,
): Promise<PurchaseRow[]> {
  const rows: PurchaseRow[] = [];
  for await (const purchase of purchases.list(userId)) {
    if (rows.length >= limit) break;
    rows.push(rowOf(purchase));
  }
  return rows;
}
