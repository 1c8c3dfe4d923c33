import type { Page } from 'playwright-core';
import { button, heading, openDialog, refusedField, waiting } from './parts.ts';
import type { Me } from '../../../shared/contract/account.ts';
import { showEveryMovement } from './faked-usage.ts';
import { LIST } from './people.ts';
import { LAPTOP, PHONE, type Screen, screensOf } from './screen.ts';

const PLANS = '**/api/get-plan*';
const INVOICES = '**/api/billings*';
const USAGE = '**/api/usage*';

/** Shows how the customer's plan goes on otherwise. */
async function changePlan(page: Page, change: Partial<NonNullable<Me['plan']>>): Promise<void> {
  await page.route('**/api/me', async (route) => {
    const response = await route.fetch();
    const { data } = (await response.json()) as { data: Me };
    const plan = { ...data.plan, ...change };
    await route.fulfill({ response, json: { data: { ...data, plan } } });
  });
  await page.reload();
}

/** What customers see, other than checks and lists. */
export const customerScreens: readonly Screen[] = [
  ...screensOf('beginner', {
    'dashboard-dialog-log-out': {
      widths: [LAPTOP],
      reach: (page, t) => openDialog(page, t.layout.logout),
    },
    'apiKey-empty': (page, t) => heading(page, t.account.api.paidOnly).waitFor(),
    'pricing-error': {
      without: PLANS,
      reach: (page, t) => page.getByText(t.billing.pricing.failed).waitFor(),
    },
    'pricing-error-of-a-link': {
      query: '?error=expired',
      async reach(page, t) {
        await page.getByRole('alert').waitFor();
        await page.getByRole('link', { name: t.billing.pricing.buy }).first().waitFor();
      },
    },
    'invoices-empty': (page, t) => page.getByText(t.billing.invoices.empty).waitFor(),
  }),
  ...screensOf('customer', {
    'dashboard-loading-of-the-account': {
      without: '**/api/me',
      reach: (page, t) => page.getByText(t.common.loading).waitFor({ state: 'attached' }),
    },
    'dashboard-dialog-menu': {
      widths: [PHONE],
      reach: (page, t) => openDialog(page, t.layout.openMenu),
    },
    'apiKey-filled': (page, t) => button(page, t.account.api.reset).waitFor(),
    'apiKey-dialog': (page, t) => openDialog(page, t.account.api.reset),
    'pricing-loading': { without: PLANS, reach: (page) => waiting(page).waitFor() },
    'pricing-filled': (page, t) => page.getByText(t.billing.pricing.current).waitFor(),
    'invoices-loading': { without: INVOICES, reach: (page) => waiting(page).waitFor() },
    'invoices-filled': {
      query: '?purchase=ok',
      async reach(page, t) {
        await page.getByText(t.billing.invoices.thanks).waitFor();
        await page.getByRole('row').nth(2).waitFor();
      },
    },
    async 'invoices-filled-past-due'(page, t) {
      await changePlan(page, { past_due: true });
      await page.getByText(t.billing.plan.pastDue).waitFor();
    },
    async 'invoices-filled-plan-that-ends'(page, t) {
      await changePlan(page, { renews_at: null, ends_at: '2026-12-20T09:00:00.000Z' });
      await button(page, t.billing.plan.resume).waitFor();
    },
    async 'invoices-filled-plan-that-changes'(page, t) {
      await changePlan(page, { changes_to: 'monthly_100000' });
      await button(page, t.billing.invoices.cancel).waitFor();
    },
    'usage-loading': { without: USAGE, reach: (page) => waiting(page).waitFor() },
    'usage-empty': {
      query: '?month=2020-02',
      reach: (page, t) => page.getByText(t.usage.empty).waitFor(),
    },
    'usage-filled': (page) => page.getByRole('row', { name: LIST }).waitFor(),
    'usage-filled-by-list': {
      query: '?by=list',
      reach: (page) => page.getByRole('row', { name: LIST }).waitFor(),
    },
    'usage-filled-by-key': {
      query: '?by=key',
      reach: (page, t) => page.getByRole('row', { name: t.usage.means.web }).waitFor(),
    },
    async 'usage-filled-with-every-kind'(page, t) {
      await showEveryMovement(page);
      await page.getByText(t.usage.debtText).waitFor();
    },
    'usage-error': {
      without: USAGE,
      reach: (page, t) => page.getByText(t.usage.failed).waitFor(),
    },
    'invoices-error': {
      without: INVOICES,
      reach: (page, t) => page.getByText(t.billing.invoices.failed).waitFor(),
    },
    'settings-filled': (page, t) => heading(page, t.account.settings.title).waitFor(),
    async 'settings-error'(page, t) {
      await page.getByLabel(t.account.settings.newPassword).fill('short');
      await button(page, t.account.settings.save).click();
      await refusedField(page).waitFor();
    },
    'settings-dialog': (page, t) => openDialog(page, t.privacy.delete.submit),
  }),
];
