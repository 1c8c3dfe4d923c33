import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { BillingRow, PlanRow } from '../../shared/contract/billing.ts';
import { PLAN_TYPE } from '../../shared/model/plans/plan-type.ts';
import { nowrap } from '../../web/src/i18n/nowrap.ts';
import { paths } from '../../web/src/lib/paths.ts';
import { t } from './english.ts';
import { DEMO_CUSTOMER, logInAsDemoAccount } from './demo.ts';
import { it } from './visitor.ts';

/** Prices and payments. purchase.test.ts covers a purchase. */

it('shows the plans in groups with their benefits in both languages, common benefits once, in rows of four, two or one', async ({
  visitor,
  service,
}) => {
  const { page } = visitor;
  await logInAsDemoAccount(DEMO_CUSTOMER, visitor, service);
  await page.setViewportSize({ width: 1440, height: 900 });
  const answer = page.waitForResponse('**/api/get-plan');
  await page.goto(paths.pricing);
  const { data: plans } = (await (await answer).json()) as { data: PlanRow[] };
  const group = (name: string) => page.getByRole('region', { name });
  const own = (type: number) =>
    plans.filter((plan) => plan.type === type && plan.interval !== 'year');

  for (const [type, name] of [
    [PLAN_TYPE.subscription, t('billing.pricing.subscriptions')],
    [PLAN_TYPE.credits, t('billing.pricing.packs')],
  ] as const) {
    expect(own(type).length).toBeGreaterThan(3);
    const cards = group(name).locator('ul').first().locator('> li');
    await cards.first().waitFor();
    const common = await commonItems(page, t('billing.pricing.common'));
    expect(common).toHaveLength(4);
    expect((await itemsOf(page, name)).map((items) => items.concat(common))).toEqual(
      own(type).map((plan) => plan.description.split('|')),
    );
    expect(await cards.getByRole('heading').allTextContents()).toEqual(
      own(type).map(({ credits }) =>
        expect.stringMatching(new RegExp(`^${credits.toLocaleString('en-GB')} credits`)),
      ),
    );
    for (const [width, columns] of [
      [1440, 4],
      [1280, 4],
      [900, 2],
      [768, 2],
      [640, 1],
      [375, 1],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => columnsOf(page, name), { message: `${width} px` }).toBe(columns);
    }
  }

  await page.evaluate(() => localStorage.setItem('language', 'fr'));
  await page.reload();
  await group('Abonnements').getByRole('heading', { level: 3 }).first().waitFor();
  const common = await commonItems(page, 'Toutes les offres comprennent');
  expect((await itemsOf(page, 'Abonnements')).map((items) => items.concat(common))).toEqual(
    own(PLAN_TYPE.subscription).map(({ description_fr }) =>
      nowrap({ text: description_fr }).text.split('|'),
    ),
  );
});

it('recommends the cheapest plan for a number of addresses, and marks its cards', async ({
  visitor,
  service,
}) => {
  const { page } = visitor;
  await logInAsDemoAccount(DEMO_CUSTOMER, visitor, service);
  const answer = page.getByRole('status');
  // A visitor who needs credits once sees a pack, although a subscription is cheaper.
  await page.goto(`${paths.pricing}?credits=4900`);
  await answer.getByText(t('billing.estimate.once', { count: 4900 })).waitFor();
  await answer
    .getByRole('button', {
      name: t('billing.lowCredits.pack', { credits: 'Buy 5,000', price: '€20.00 excl. VAT' }),
    })
    .waitFor();
  await answer.getByText('Cheaper by subscription: 5,000 credits a month for €15.00').waitFor();
  const suggested = page.getByRole('listitem').filter({ hasText: t('billing.estimate.suggested') });
  expect(await suggested.getByRole('heading').allTextContents()).toEqual([
    t('billing.pricing.credits', { count: 5000 }),
  ]);

  await page.goto(`${paths.pricing}?credits=40000`);
  const slider = page.getByRole('slider', { name: t('billing.estimate.slider') });
  const field = page.getByLabel(t('billing.estimate.addresses'));
  await answer
    .getByRole('button', {
      name: t('billing.lowCredits.pack', { credits: '50,000', price: '€90.00 excl. VAT' }),
    })
    .waitFor();
  await answer.getByText('10,000 credits are left for later').waitFor();
  // The amount saved is shown only for a basket of several plans.
  expect(await answer.getByText('That saves').count()).toBe(0);
  expect(await field.inputValue()).toBe('40000');
  expect(await slider.getAttribute('aria-valuetext')).toBe('40,000');
  const marked = page.getByRole('listitem').filter({ hasText: t('billing.estimate.mark') });
  expect(await marked.getByRole('heading').allTextContents()).toEqual([
    t('billing.pricing.credits', { count: 50000 }),
  ]);
  // On a phone, the label of the cheapest pack does not touch the pack's button.
  const viewport = page.viewportSize();
  await page.setViewportSize({ width: 375, height: 812 });
  const label = await marked.getByText(t('billing.estimate.mark')).boundingBox();
  const buy = await marked.getByRole('link').boundingBox();
  expect((label?.y ?? 0) + (label?.height ?? Infinity)).toBeLessThan(buy?.y ?? 0);
  if (viewport) await page.setViewportSize(viewport);

  await slider.focus();
  await page.keyboard.press('ArrowLeft');
  await answer
    .getByRole('button', {
      name: t('billing.lowCredits.pack', {
        credits: 'Subscribe: 25,000 credits a month and 5,000',
        price: '€70.00',
      }),
    })
    .waitFor();
  await answer
    .getByText(
      t('billing.lowCredits.pack', { credits: 'Or pay once: 50,000', price: '€90.00 excl. VAT.' }),
    )
    .waitFor();
  expect(await field.inputValue()).toBe('30000');
  expect(await marked.count()).toBe(2);

  await field.fill('3000000');
  await answer
    .getByText(t('billing.lowCredits.pack', { credits: '3 × 1,000,000', price: '€3,000.00' }))
    .waitFor();
  await answer.getByText(/^That saves €\S+\sexcl. VAT compared with packs of 1,000 cr/).waitFor();
  await field.fill('');
  await answer.getByRole('button').waitFor({ state: 'detached' });

  const subscriptions = page.getByRole('region', { name: t('billing.pricing.subscriptions') });
  await subscriptions.getByRole('button', { name: t('billing.pricing.yearly') }).click();
  expect(await subscriptions.getByRole('heading', { level: 3 }).allTextContents()).toEqual([
    t('billing.pricing.credits', { count: 60000 }),
    t('billing.pricing.credits', { count: 300000 }),
    t('billing.pricing.credits', { count: 1200000 }),
    t('billing.pricing.credits', { count: 6000000 }),
  ]);
  await subscriptions.getByText('€150.00').waitFor();
});

const itemsOf = (page: Page, name: string): Promise<string[][]> =>
  page
    .getByRole('region', { name })
    .locator('li > ul')
    .evaluateAll((lists) =>
      lists.map((list) => [...list.children].map(({ textContent }) => textContent)),
    );

/** Reads the benefits that all plans in a group have. */
const commonItems = (page: Page, name: string): Promise<string[]> =>
  page.getByRole('region', { name }).getByRole('listitem').allTextContents();

const columnsOf = (page: Page, name: string): Promise<number> =>
  page
    .getByRole('region', { name })
    .locator('ul')
    .first()
    .evaluate((list) => {
      const tops = [...list.children].map((card) => card.getBoundingClientRect().top);
      return tops.filter((top) => top === tops[0]).length;
    });

it('lists payments by page, each with its number and receipt', async ({ visitor, service }) => {
  const { page } = visitor;
  await logInAsDemoAccount(DEMO_CUSTOMER, visitor, service);
  const requests: string[] = [];
  await page.route('**/api/billings?*', (route) => {
    const { search, searchParams } = new URL(route.request().url());
    requests.push(search);
    const current_page = Number(searchParams.get('page'));
    const data: BillingRow[] = Array.from({ length: 10 }, (_, index) => ({
      id: `${current_page}-${index}`,
      no_of_credit: 5000,
      price: '€24.00',
      price_cents: 2400,
      date: '2026-03-02T08:00:00.000Z',
      receipt_url: `/receipt/${current_page}-${index}`,
      status: 'partially_refunded',
      plan_id: 'monthly_5000',
      type: PLAN_TYPE.subscription,
      interval: 'month',
      number: `TAMIS-${current_page}${index}`,
      net_cents: 2000,
      vat_cents: 400,
      total_cents: 2400,
      refunded_cents: 600,
      invoice_url: `/invoice/${current_page}-${index}`,
      pdf_url: `/pdf/${current_page}-${index}`,
      credit_notes: [
        {
          number: `TAMIS-${current_page}${index}-CN-01`,
          total_cents: 600,
          url: `/note/${current_page}-${index}`,
        },
      ],
    }));
    const from = (current_page - 1) * 10 + 1;
    return route.fulfill({ json: { data: { data, from, current_page, last_page: 9, total: 90 } } });
  });
  await page.goto(paths.invoices);
  const row = page.getByRole('row').nth(1);
  await row.getByText('€24.00').waitFor();
  expect(await page.getByRole('columnheader').allTextContents()).toEqual([
    t('billing.invoices.number'),
    t('billing.invoices.what'),
    t('billing.invoices.credits'),
    t('billing.invoices.price'),
    t('billing.invoices.date'),
    t('billing.invoices.status'),
    t('billing.invoices.invoice'),
    t('billing.invoices.receipt'),
  ]);
  expect(await row.getByRole('rowheader').allTextContents()).toEqual([
    t('billing.invoices.monthly'),
  ]);
  expect(await row.getByRole('cell').allTextContents()).toEqual([
    '1',
    '5,000',
    '€24.00€20.00 + €4.00 VAT',
    '2 Mar 2026',
    t('billing.status.partially_refunded') + t('billing.invoices.back', { amount: '€6.00' }),
    expect.stringMatching(/^TAMIS-10.*PDF.*Credit note TAMIS-10-CN-01/),
    expect.stringMatching(/^Open/),
  ]);
  const links = await row.getByRole('link').all();
  expect(await Promise.all(links.map((link) => link.getAttribute('href')))).toEqual([
    '/invoice/1-0',
    '/pdf/1-0',
    '/note/1-0',
    '/receipt/1-0',
  ]);
  const pages = page.getByRole('navigation', { name: t('billing.invoices.pages') });
  await pages.getByRole('link', { name: t('common.page', { page: '4' }) }).click();
  await page.getByRole('cell', { name: '31', exact: true }).waitFor();
  expect(await pages.getByRole('link').allTextContents()).toEqual([
    '',
    '1',
    '2',
    '3',
    '4',
    '5',
    '6',
    '7',
    '',
  ]);
  expect(requests).toEqual(['?sort=date%3Adesc&page=1', '?sort=date%3Adesc&page=4']);
});
