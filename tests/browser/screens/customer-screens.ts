import type { Page } from 'playwright-core';
import { button, heading, refusedField, waiting } from './parts.ts';
import { LIST } from './people.ts';
import { LAPTOP, PHONE, type Screen, type Texts } from './screen.ts';

const dialog = (page: Page) => page.getByRole('dialog').waitFor();

async function checkOne(page: Page, t: Texts): Promise<void> {
  await page.getByRole('tab', { name: t.layout.dashboard.single }).click();
  await page.getByLabel(t.checks.label).fill('someone@no-such-domain.test');
  await button(page, t.checks.submit).click();
}

/** One list as it is while it is verified, which the others are too quick to show. */
async function slowDown(page: Page): Promise<void> {
  await page.route('**/api/get-file*', async (route) => {
    const response = await route.fetch();
    const { data } = (await response.json()) as { data: { data: object[] } };
    const [row, ...rest] = data.data;
    const running = {
      ...row,
      id: 'running',
      file_id: 'running',
      file_name: 'Newsletter de rentrée',
      status: 4,
      total_email: 118_400,
      processed: 35_520,
      end_date: null,
    };
    const rows = [running, ...(row ? [row] : []), ...rest];
    await route.fulfill({ response, json: { data: { ...data, data: rows } } });
  });
}

/** The dashboard of a customer, in all its states. */
const dashboardScreens: readonly Screen[] = [
  {
    route: 'dashboard',
    state: 'loading',
    detail: 'of-the-account',
    person: 'customer',
    without: '**/api/me',
    reach: (page, t) => page.getByText(t.common.loading).waitFor({ state: 'attached' }),
  },
  {
    route: 'dashboard',
    state: 'loading',
    person: 'customer',
    without: '**/api/get-file*',
    reach: (page) => waiting(page).waitFor(),
  },
  {
    route: 'dashboard',
    state: 'empty',
    person: 'beginner',
    reach: (page, t) => page.getByText(t.lists.empty).waitFor(),
  },
  {
    route: 'dashboard',
    state: 'filled',
    person: 'customer',
    async reach(page) {
      await slowDown(page);
      await page.reload();
      await page.getByRole('row', { name: LIST }).waitFor();
      await page.getByRole('progressbar').first().waitFor();
    },
  },
  {
    route: 'dashboard',
    state: 'error',
    person: 'customer',
    without: '**/api/get-file*',
    reach: (page, t) => page.getByText(t.lists.error).waitFor(),
  },
  {
    route: 'dashboard',
    state: 'dialog',
    detail: 'name-of-a-list',
    person: 'beginner',
    async reach(page, t) {
      await page.getByText(t.lists.empty).waitFor();
      await page.locator('input[type=file]').setInputFiles({
        name: 'clients.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('email;name\nsomeone@customer.test;Ada'),
      });
      await dialog(page);
    },
  },
  {
    route: 'dashboard',
    state: 'dialog',
    detail: 'delete-a-list',
    person: 'customer',
    async reach(page, t) {
      await button(page, t.lists.delete.replace('{{name}}', LIST)).click();
      await dialog(page);
    },
  },
  {
    route: 'dashboard',
    state: 'dialog',
    detail: 'log-out',
    person: 'beginner',
    widths: [LAPTOP],
    async reach(page, t) {
      await button(page, t.layout.logout).click();
      await dialog(page);
    },
  },
  {
    route: 'dashboard',
    state: 'dialog',
    detail: 'menu',
    person: 'customer',
    widths: [PHONE],
    async reach(page, t) {
      await button(page, t.layout.openMenu).click();
      await dialog(page);
    },
  },
  {
    route: 'dashboard',
    state: 'filled',
    detail: 'single',
    person: 'beginner',
    async reach(page, t) {
      await checkOne(page, t);
      await page.getByRole('status').filter({ hasText: 'no-such-domain.test' }).waitFor();
    },
  },
  {
    route: 'dashboard',
    state: 'loading',
    detail: 'single',
    person: 'beginner',
    without: '**/api/verify/email',
    async reach(page, t) {
      await checkOne(page, t);
      await waiting(page).waitFor();
    },
  },
  {
    route: 'dashboard',
    state: 'error',
    detail: 'single',
    person: 'beginner',
    async reach(page, t) {
      await page.getByRole('tab', { name: t.layout.dashboard.single }).click();
      await page.getByLabel(t.checks.label).fill('nobody');
      await button(page, t.checks.submit).click();
      await refusedField(page).waitFor();
    },
  },
];

/** Their other pages. */
export const customerScreens: readonly Screen[] = [
  ...dashboardScreens,
  {
    route: 'apiKey',
    state: 'empty',
    person: 'beginner',
    reach: (page, t) => heading(page, t.account.api.paidOnly).waitFor(),
  },
  {
    route: 'apiKey',
    state: 'filled',
    person: 'customer',
    reach: (page, t) => button(page, t.account.api.reset).waitFor(),
  },
  {
    route: 'apiKey',
    state: 'dialog',
    person: 'customer',
    async reach(page, t) {
      await button(page, t.account.api.reset).click();
      await dialog(page);
    },
  },
  {
    route: 'pricing',
    state: 'loading',
    person: 'customer',
    without: '**/api/get-plan*',
    reach: (page) => waiting(page).waitFor(),
  },
  {
    route: 'pricing',
    state: 'filled',
    person: 'customer',
    reach: (page, t) => page.getByText(t.billing.pricing.current).waitFor(),
  },
  {
    route: 'pricing',
    state: 'error',
    person: 'beginner',
    without: '**/api/get-plan*',
    reach: (page, t) => page.getByText(t.billing.pricing.failed).waitFor(),
  },
  {
    route: 'pricing',
    state: 'error',
    detail: 'of-a-link',
    person: 'beginner',
    query: '?error=expired',
    async reach(page, t) {
      await page.getByRole('alert').waitFor();
      await page.getByRole('link', { name: t.billing.pricing.buy }).first().waitFor();
    },
  },
  {
    route: 'invoices',
    state: 'loading',
    person: 'customer',
    without: '**/api/billings*',
    reach: (page) => waiting(page).waitFor(),
  },
  {
    route: 'invoices',
    state: 'empty',
    person: 'beginner',
    reach: (page, t) => page.getByText(t.billing.invoices.empty).waitFor(),
  },
  {
    route: 'invoices',
    state: 'filled',
    person: 'customer',
    query: '?purchase=ok',
    async reach(page, t) {
      await page.getByText(t.billing.invoices.thanks).waitFor();
      await page.getByRole('row').nth(2).waitFor();
    },
  },
  {
    route: 'invoices',
    state: 'error',
    person: 'customer',
    without: '**/api/billings*',
    reach: (page, t) => page.getByText(t.billing.invoices.failed).waitFor(),
  },
  {
    route: 'settings',
    state: 'filled',
    person: 'customer',
    reach: (page, t) => heading(page, t.account.settings.title).waitFor(),
  },
  {
    route: 'settings',
    state: 'error',
    person: 'customer',
    async reach(page, t) {
      await page.getByLabel(t.account.settings.newPassword).fill('short');
      await button(page, t.account.settings.save).click();
      await refusedField(page).waitFor();
    },
  },
  {
    route: 'settings',
    state: 'dialog',
    person: 'customer',
    async reach(page, t) {
      await button(page, t.privacy.delete.submit).click();
      await dialog(page);
    },
  },
];
