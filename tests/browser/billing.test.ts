import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { BillingRow, PlanRow } from '../../shared/contract/billing.ts';
import { PLAN_TYPE } from '../../shared/model/plan-type.ts';
import { paths } from '../../web/src/lib/paths.ts';
import { DEMO_CUSTOMER, signInAs } from './demo.ts';
import { it } from './visitor.ts';

/** The prices and the payments. purchase.test.ts buys something. */

it('groups the plans, names what each brings in both languages, and has four, two or one in a row', async ({
  visitor,
  service,
}) => {
  const { page } = visitor;
  await signInAs(DEMO_CUSTOMER, visitor, service);
  await page.setViewportSize({ width: 1440, height: 900 });
  const answer = page.waitForResponse('**/api/get-plan');
  await page.goto(paths.pricing);
  const { data: plans } = (await (await answer).json()) as { data: PlanRow[] };
  const group = (name: string) => page.getByRole('region', { name });

  for (const [type, name] of [
    [PLAN_TYPE.subscription, 'Subscriptions'],
    [PLAN_TYPE.credits, 'Additional credits'],
  ] as const) {
    const own = plans.filter((plan) => plan.type === type);
    expect(own.length).toBeGreaterThan(3);
    const cards = group(name).locator('ul').first().locator('> li');
    await cards.first().waitFor();
    expect(await itemsOf(page, name)).toEqual(own.map((plan) => plan.description.split('|')));
    expect(await cards.getByRole('heading').allTextContents()).toEqual(
      own.map(({ credits }) =>
        expect.stringMatching(new RegExp(`^${credits.toLocaleString('en-GB')} credits`)),
      ),
    );
    for (const [width, columns] of [
      [1440, 4],
      [900, 2],
      [375, 1],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => columnsOf(page, name), { message: `${width} px` }).toBe(columns);
    }
  }

  await page.evaluate(() => localStorage.setItem('language', 'fr'));
  await page.reload();
  await group('Abonnements').getByRole('heading', { level: 3 }).first().waitFor();
  expect(await itemsOf(page, 'Abonnements')).toEqual(
    plans
      .filter(({ type }) => type === PLAN_TYPE.subscription)
      .map((plan) => plan.description_fr.split('|')),
  );
});

/** What each plan of a group brings. */
const itemsOf = (page: Page, name: string): Promise<string[][]> =>
  page
    .getByRole('region', { name })
    .locator('li > ul')
    .evaluateAll((lists) =>
      lists.map((list) => [...list.children].map(({ textContent }) => textContent)),
    );

/** How many plans of a group stand in the first row. */
const columnsOf = (page: Page, name: string): Promise<number> =>
  page
    .getByRole('region', { name })
    .locator('ul')
    .first()
    .evaluate((list) => {
      const tops = [...list.children].map((card) => card.getBoundingClientRect().top);
      return tops.filter((top) => top === tops[0]).length;
    });

it('lists the payments by page, each with its number and its receipt', async ({
  visitor,
  service,
}) => {
  const { page } = visitor;
  await signInAs(DEMO_CUSTOMER, visitor, service);
  const asked: string[] = [];
  await page.route('**/api/billings?*', (route) => {
    const { search, searchParams } = new URL(route.request().url());
    asked.push(search);
    const current_page = Number(searchParams.get('page'));
    const data: BillingRow[] = Array.from({ length: 10 }, (_, index) => ({
      id: `${current_page}-${index}`,
      no_of_credit: 5000,
      price: '€24.00',
      price_cents: 2400,
      date: '2026-03-02T08:00:00.000Z',
      receipt_url: `/receipt/${current_page}-${index}`,
      status: 'paid',
    }));
    const from = (current_page - 1) * 10 + 1;
    return route.fulfill({ json: { data: { data, from, current_page, last_page: 9, total: 90 } } });
  });
  await page.goto(paths.invoices);
  const row = page.getByRole('row').nth(1);
  await row.getByText('€24.00').waitFor();
  expect(await page.getByRole('columnheader').allTextContents()).toEqual([
    'No.',
    'Credits',
    'Price',
    'Date',
    'Status',
    'Receipt',
  ]);
  expect(await row.getByRole('cell').allTextContents()).toEqual([
    '1',
    '5,000',
    '€24.00',
    '2 Mar 2026',
    'Paid',
    expect.stringMatching(/^Open/),
  ]);
  expect(await row.getByRole('link').getAttribute('href')).toBe('/receipt/1-0');
  const pages = page.getByRole('navigation', { name: 'Pages of payments' });
  await pages.getByRole('link', { name: 'Page 4' }).click();
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
  expect(asked).toEqual(['?sort=date%3Adesc&page=1', '?sort=date%3Adesc&page=4']);
});
