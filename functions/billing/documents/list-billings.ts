import type { z } from 'zod/mini';
import type { BillingRow, billingRoutes } from '../../../shared/contract/billing.ts';
import type { OutputOf } from '../../../shared/contract/route.ts';
import { PLAN_TYPE } from '../../../shared/model/plans/plan-type.ts';
import { toPage } from '../../platform/paging.ts';
import type { BillingDeps } from '../deps.ts';
import { signReceiptPath } from './payment-document-url.ts';
import { formatEuros, findPlanVersion } from '../../../shared/model/plans/plans.ts';
import { isFreePurchase, type Purchase, billingStatusOf } from '../rules/purchase.ts';

type Billings = (typeof billingRoutes)['billings'];
/** A purchase as its buyer and administrators see it. */
export type PurchaseRow = Omit<
  BillingRow,
  'receipt_url' | 'invoice_url' | 'pdf_url' | 'credit_notes'
>;

const PAGE_SIZE = 10;
const LINK_LIFETIME_SECONDS = 24 * 3600;

const rowOf = (purchase: Purchase): PurchaseRow => {
  const { id, version, items, credits, cents, refunded, date, invoice } = purchase;
  const plan = findPlanVersion(version);
  return {
    id,
    no_of_credit: credits,
    price: formatEuros(cents),
    price_cents: cents,
    date,
    status: billingStatusOf(purchase),
    plan_id: plan?.planId ?? version,
    type: plan?.type ?? PLAN_TYPE.credits,
    interval: plan?.interval ?? 'once',
    items: items?.map((each) => ({
      plan_id: findPlanVersion(each.version)?.planId ?? each.version,
      quantity: each.quantity,
    })),
    number: invoice?.number ?? null,
    net_cents: invoice?.netCents ?? null,
    vat_cents: invoice?.vatCents ?? null,
    total_cents: invoice ? invoice.netCents + invoice.vatCents : cents,
    refunded_cents: refunded,
  };
};

/** The total is stored, so only the requested page is read. */
export async function listBillings(
  deps: Pick<BillingDeps, 'clock' | 'env' | 'purchases' | 'secrets'>,
  userId: string,
  personId: string,
  { sort, page }: z.output<Billings['query']>,
): Promise<OutputOf<Billings>['data']> {
  const start = (page - 1) * PAGE_SIZE;
  const total = await deps.purchases.count(userId);
  const pageOptions = { skip: start, limit: PAGE_SIZE, oldestFirst: sort === 'date:asc' };
  const pagePurchases = start < total ? await deps.purchases.listPage(userId, pageOptions) : [];
  const data = await Promise.all(
    pagePurchases.map(async (purchase) => {
      const { id } = purchase;
      const path = await signReceiptPath(deps, userId, id, LINK_LIFETIME_SECONDS, personId);
      const receipt_url = `${deps.env.PUBLIC_ORIGIN}${path}`;
      const invoice_url = `${receipt_url}&document=invoice`;
      const pdf_url = `${receipt_url}&document=pdf`;
      const credit_notes = (purchase.creditNotes ?? []).map((note) => ({
        number: note.number,
        total_cents: note.cents,
        url: `${receipt_url}&document=${note.id}`,
      }));
      return Object.assign(rowOf(purchase), { receipt_url, invoice_url, pdf_url, credit_notes });
    }),
  );
  return { ...toPage(data, { page, size: PAGE_SIZE }, total), data };
}

/** Returns at most `limit` purchases, newest first, without gifts and replacements. */
export async function listPurchases(
  { purchases }: Pick<BillingDeps, 'purchases'>,
  userId: string,
  limit: number,
): Promise<PurchaseRow[]> {
  const rows: PurchaseRow[] = [];
  for await (const purchase of purchases.list(userId)) {
    if (rows.length >= limit) break;
    if (!isFreePurchase(purchase)) rows.push(rowOf(purchase));
  }
  return rows;
}
