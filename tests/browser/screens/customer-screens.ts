import { checkScreens } from './check-screens.ts';
import { historyScreens } from './history-screens.ts';
import { button, dialog, heading, refusedField, waiting } from './parts.ts';
import { LAPTOP, PHONE, type Screen } from './screen.ts';
import { uploadScreens } from './upload-screens.ts';

/** What lies around their pages. */
const layoutScreens: readonly Screen[] = [
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
    state: 'dialog',
    detail: 'log-out',
    person: 'beginner',
    widths: [LAPTOP],
    async reach(page, t) {
      await button(page, t.layout.logout).click();
      await dialog(page).waitFor();
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
      await dialog(page).waitFor();
    },
  },
];

/** What customers see. */
export const customerScreens: readonly Screen[] = [
  ...layoutScreens,
  ...uploadScreens,
  ...checkScreens,
  ...historyScreens,
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
      await dialog(page).waitFor();
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
      await dialog(page).waitFor();
    },
  },
];
