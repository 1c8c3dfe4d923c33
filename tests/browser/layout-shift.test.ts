import { expect } from 'vitest';
import { createReadyCustomer } from '../support/ready-customer.ts';
import { MAX_LAYOUT_SHIFT, recordLayoutShifts } from './layout-shift.ts';
import { FAILED_CALL_MESSAGE, it, setCookie } from './visitor.ts';

it.override({ tolerated: FAILED_CALL_MESSAGE });

const PAGES = [
  '/start/',
  '/prices/',
  '/login',
  '/docs/',
  '/dashboard',
  '/lists/sample',
  '/lists/sample?tab=rows',
  '/pricing-plan',
];

it('no page shifts its layout while it loads', async ({ visitor, service }) => {
  const { page } = visitor;
  const shift = await recordLayoutShifts(page);
  // API data arrives after the app has loaded.
  await page.route('**/api/**', async (route) => {
    const response = await route.fetch();
    await new Promise((resolve) => setTimeout(resolve, 200));
    await route.fulfill({ response });
  });
  const { token } = await createReadyCustomer(service, 'still@customer.test');
  const figures: Record<string, number> = {};
  for (const path of PAGES) {
    // From here on, the pages show the account of a new customer.
    if (path === '/dashboard') await setCookie(visitor, { session: token }, service);
    for (const width of [375, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      figures[`${path} ${width}`] = await shift();
    }
  }
  expect(Object.entries(figures).filter(([, value]) => value >= MAX_LAYOUT_SHIFT)).toEqual([]);
});
