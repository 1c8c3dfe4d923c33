import { describe, expect, it } from 'vitest';
import { createBillingHarness } from '../../tests/support/billing-harness.ts';
import { PLAN_TYPE } from '../../shared/model/plans/plan-type.ts';
import type { Person } from '../../tests/support/people.ts';
import { routes } from '../../tests/support/routes.ts';
import { listPurchases } from './documents/list-billings.ts';

const stage = createBillingHarness();
const INVOICES = 'https://app.tamis.example/invoices';

const billings = async ({ headers }: Person, query: Record<string, string> = {}) =>
  (await stage.get(routes.billings, { headers, query })).data;

async function createPurchases(ada: Person, count: number): Promise<void> {
  const { ledger, purchases } = stage.context();
  for (let day = 1; day <= count; day += 1) {
    const source = `cs:cs_test_${ada.user.id}_${day}`;
    const at = Date.UTC(2026, 0, day);
    const purchase = {
      id: `${String(day).padStart(3, '0')}-${ada.user.id}`,
      userId: ada.user.id,
      source,
      version: 'pack_1000_v1',
      credits: 1000,
      cents: 600,
      refunded: 0,
      revoked: 0,
      disputes: {},
      date: new Date(at).toISOString(),
      revision: 0,
    };
    const writes = purchases.createWrites(purchase);
    await ledger.grant(ada.user.id, { source, amount: 1000, why: 'test' }, writes);
  }
}

describe('the payments of an account', () => {
  it('are empty for a user who has bought nothing', async () => {
    const ada = await stage.person();
    expect(await billings(ada)).toEqual({
      data: [],
      from: null,
      current_page: 1,
      last_page: 1,
      total: 0,
    });
  });

  it('list each charge with a link to its receipt', async () => {
    const ada = await stage.person();
    await stage.buy(ada, 'pack_1000');
    await stage.deliverAll();
    const { data } = await billings(ada);
    expect(data).toEqual([
      {
        id: expect.stringMatching(/^[\da-z]{24}$/),
        no_of_credit: 1000,
        price: '€5.00',
        price_cents: 500,
        date: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        receipt_url: expect.stringMatching(
          /^https:\/\/app\.tamis\.example\/api\/billings\/\w+\/receipt\?t=/,
        ),
        status: 'paid',
        plan_id: 'pack_1000',
        type: PLAN_TYPE.credits,
        interval: 'once',
        number: expect.stringMatching(/^TAMIS-\d{4}$/),
        net_cents: 500,
        vat_cents: 0,
        total_cents: 500,
        refunded_cents: 0,
        invoice_url: `${data[0]?.receipt_url}&document=invoice`,
        pdf_url: `${data[0]?.receipt_url}&document=pdf`,
        credit_notes: [],
      },
    ]);
    const {
      receipt_url: _,
      invoice_url: _page,
      pdf_url: _pdf,
      credit_notes: _notes,
      ...row
    } = data[0] ?? {};
    expect(await listPurchases(stage.context(), ada.user.id, 5)).toEqual([row]);
  });

  it('are paged by ten, newest or oldest first; a page out of range is empty', async () => {
    const ada = await stage.person();
    await createPurchases(ada, 23);
    const days = async (query: Record<string, string>): Promise<string[]> =>
      (await billings(ada, query)).data.map(({ date }) => date.slice(8, 10));
    expect(await days({})).toEqual(['23', '22', '21', '20', '19', '18', '17', '16', '15', '14']);
    expect(await days({ page: '3' })).toEqual(['03', '02', '01']);
    expect(await days({ sort: 'date:asc', page: '3' })).toEqual(['21', '22', '23']);
    const { data: _, ...last } = await billings(ada, { page: '3' });
    expect(last).toEqual({ from: 21, current_page: 3, last_page: 3, total: 23 });
    expect(await billings(ada, { page: '4', sort: 'price; drop' })).toMatchObject({
      data: [],
      from: null,
      total: 23,
    });
    expect(await listPurchases(stage.context(), ada.user.id, 5)).toHaveLength(5);
  });

  it('show the status of each payment', async () => {
    const ada = await stage.person();
    const session = await stage.buy(ada, 'pack_1000');
    const charge = `charges/${await stage.chargeOf(session.payment_intent)}`;
    const status = async (): Promise<string | undefined> => {
      await stage.deliverAll();
      return (await billings(ada)).data[0]?.status;
    };
    expect(await status()).toBe('paid');
    await stage.program(`${charge}/refund`, { amount: 100 });
    expect(await status()).toBe('partially_refunded');
    expect((await billings(ada)).data[0]).toMatchObject({ total_cents: 500, refunded_cents: 100 });
    await stage.program(`${charge}/dispute`);
    expect(await status()).toBe('disputed');
    await stage.program(`${charge}/dispute`, { close: 'won' });
    expect(await status()).toBe('partially_refunded');
    await stage.program(`${charge}/refund`);
    expect(await status()).toBe('refunded');
  });
});

describe('a receipt link', () => {
  it('redirects to the receipt of a pack, or to the invoice of a subscription', async () => {
    const ada = await stage.person();
    const pack = await stage.buy(ada, 'pack_1000');
    await stage.deliverAll();
    const intent = await stage
      .sdk()
      .paymentIntents.retrieve(String(pack.payment_intent), { expand: ['latest_charge'] });
    const charge = intent.latest_charge;
    const [row] = (await billings(ada)).data;
    expect(await stage.follow(row?.receipt_url ?? '')).toBe(
      typeof charge === 'object' ? charge?.receipt_url : 'none',
    );

    const bob = await stage.person();
    const monthly = await stage.buy(bob, 'monthly_5000');
    await stage.deliverAll();
    const invoice = await stage.sdk().invoices.retrieve(String(monthly.invoice));
    const [second] = (await billings(bob)).data;
    expect(await stage.follow(second?.receipt_url ?? '')).toBe(invoice.hosted_invoice_url);
  });

  it('is valid for a day, and only for its purchase and its owner', async () => {
    const ada = await stage.person();
    await stage.buy(ada, 'pack_1000');
    await stage.deliverAll();
    const [row] = (await billings(ada)).data;
    const { id = '', receipt_url: url = '' } = row ?? {};
    const other = url.replace(id, id.replace(/^./, 'z'));
    for (const bad of [other, url.slice(0, -1), url.replace(/\?t=.*/, '')])
      expect(await stage.follow(bad)).toBe(`${INVOICES}?error=expired`);
    await stage.program('faults', { api: { fail: 'before', times: 9 } });
    expect(await stage.follow(url)).toBe(`${INVOICES}?error=payment_unavailable`);
    await stage.program('faults');
    stage.context().clock.advance(24 * 3600 * 1000);
    expect(await stage.follow(url)).toBe(`${INVOICES}?error=expired`);
  });
});
