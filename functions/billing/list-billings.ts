import type { z } from 'zod/mini';
import type { BillingRow, billingRoutes } from '../../shared/contract/billing.ts';
import type { OutputOf } from '../../shared/contract/route.ts';
import type { Clock } from '../platform/clock.ts';
import { placedOf } from '../platform/paging.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';
import { euros } from './money.ts';
import type { Purchases } from './ports.ts';
import { type Purchase, statusOf } from './rules/purchase.ts';
import { signLink } from '../access/signed.ts';

type Billings = (typeof billingRoutes)['billings'];

const PAGE_SIZE = 10;
const LINK_SECONDS = 24 * 3600;

interface BillingsDeps {
  readonly clock: Clock;
  readonly env: { readonly PUBLIC_ORIGIN: string };
  readonly purchases: Pick<Purchases, 'count' | 'page'>;
  readonly secrets: Secrets;
}

/** A page of a user's payments. It reads no further than the page; the total is kept. */
export async function listBillings(
  deps: BillingsDeps,
  userId: string,
  { sort, page }: z.output<Billings['query']>,
): Promise<OutputOf<Billings>['data']> {
  const start = (page - 1) * PAGE_SIZE;
  const total = await deps.purchases.count(userId);
  const place = { skip: start, limit: PAGE_SIZE, oldestFirst: sort === 'date:asc' };
  const shown = start < total ? await deps.purchases.page(userId, place) : [];
  const data = await Promise.all(shown.map((purchase) => rowOf(deps, purchase)));
  return { ...placedOf(data, { page, size: PAGE_SIZE }, total), data };
}

async function rowOf(deps: BillingsDeps, purchase: Purchase): Promise<BillingRow> {
  const { id, userId, credits, cents, date } = purchase;
  const t = await signLink(deps, { purpose: 'receipt', subject: id }, userId, LINK_SECONDS);
  return {
    id,
    no_of_credit: credits,
    price: euros(cents),
    price_cents: cents,
    date,
    receipt_url: `${deps.env.PUBLIC_ORIGIN}/api/billings/${id}/receipt?t=${t}`,
    status: statusOf(purchase),
  };
}
