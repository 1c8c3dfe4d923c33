import type { Page } from 'playwright-core';
import { button, dialog, heading, openDialog, invalidField, busyElement } from './parts.ts';
import { lowCreditsExamples } from '../../support/examples/low-credits.ts';
import type { BillingRow } from '../../../shared/contract/billing.ts';
import type { Me } from '../../../shared/contract/account.ts';
import { KEYS_URL, SECOND_KEY, fakeKeys } from './faked-keys.ts';
import { showListPreviews } from './faked-lists.ts';
import { showEveryCreditMovement } from './faked-usage.ts';
import { FINISHED_LIST_NAME } from './people.ts';
import { LAPTOP, PHONE, waitForText, type Screen, createScreens } from './screen.ts';

const PLANS = '**/api/get-plan*';
const INVOICES = '**/api/billings*';
const USAGE = '**/api/usage*';

/** Overrides fields of the customer's plan and reloads the page. */
async function changePlan(page: Page, change: Partial<NonNullable<Me['plan']>>): Promise<void> {
  await page.route('**/api/me', async (route) => {
    const response = await route.fetch();
    const { data } = (await response.json()) as { data: Me };
    const plan = { ...data.plan, ...change };
    await route.fulfill({ response, json: { data: { ...data, plan } } });
  });
  await page.reload();
}

async function chooseOther(page: Page, label: string): Promise<void> {
  await page.getByText(label).first().click();
  await dialog(page).waitFor();
}

/** Shows the last payment as a purchase of several packs that was partially refunded. */
async function refundPart(page: Page): Promise<void> {
  await page.route(INVOICES, async (route) => {
    const response = await route.fetch();
    const { data: paged } = (await response.json()) as { data: { data: BillingRow[] } };
    const [row] = paged.data;
    if (row) {
      const number = `${row.number}-CN-01`;
      const change = { status: 'partially_refunded', refunded_cents: 600 } as const;
      Object.assign(row, change, {
        net_cents: row.price_cents - 500,
        vat_cents: 500,
        credit_notes: [{ number, total_cents: 600, url: row.pdf_url }],
        items: [
          { plan_id: 'pack_100000', quantity: 3 },
          { plan_id: 'pack_50000', quantity: 1 },
        ],
      });
    }
    await route.fulfill({ response, json: { data: paged } });
  });
  await page.reload();
}

export const customerScreens: readonly Screen[] = [
  ...createScreens('beginner', {
    'dashboard-dialog-log-out': {
      widths: [LAPTOP],
      reach: (page, t) => openDialog(page, t.layout.logout),
    },
    'apiKey-empty': (page, t) => heading(page, t.programs.paidOnly).waitFor(),
    'pricing-error': { without: PLANS, reach: waitForText((t) => t.billing.pricing.failed) },
    'pricing-error-of-a-link': {
      query: '?error=expired',
      async reach(page, t) {
        await page.getByRole('alert').waitFor();
        await page.getByRole('link', { name: t.billing.pricing.buy }).first().waitFor();
      },
    },
    async 'pricing-filled-by-year'(page, t) {
      await button(page, t.billing.pricing.yearly).click();
      await page.getByText(t.billing.pricing.perYear).first().waitFor();
    },
    'pricing-filled-by-several-plans': {
      query: '?credits=340000',
      reach: (page, t) => page.getByText(t.billing.estimate.suggested).first().waitFor(),
    },
    'pricing-filled-for-lists': {
      query: '?credits=4900',
      async reach(page) {
        await showListPreviews(page);
        await page.getByText('71').waitFor();
        await page.getByText('€20.00').or(page.getByText(/20,00/)).first().waitFor();
      },
    },
    'invoices-empty': waitForText((t) => t.billing.invoices.empty),
  }),
  ...createScreens('customer', {
    'dashboard-loading-of-the-account': {
      without: '**/api/me',
      reach: (page, t) => page.getByText(t.common.loading).waitFor({ state: 'attached' }),
    },
    'dashboard-dialog-menu': {
      widths: [PHONE],
      reach: (page, t) => openDialog(page, t.layout.openMenu),
    },
    'apiKey-filled': (page, t) => button(page, t.programs.reset).waitFor(),
    async 'apiKey-filled-by-a-call'(page, t) {
      await button(page, t.programs.tryIt.send).click();
      await page.getByRole('group', { name: t.programs.tryIt.response }).waitFor();
    },
    'apiKey-dialog': (page, t) => openDialog(page, t.programs.reset),
    async 'apiKey-filled-by-several'(page) {
      await fakeKeys(page);
      await page.getByRole('rowheader', { name: SECOND_KEY.name }).waitFor();
    },
    'apiKey-error-of-the-keys': {
      without: KEYS_URL,
      reach: waitForText((t) => t.programs.keys.failed),
    },
    'apiKey-dialog-new-key': (page, t) => openDialog(page, t.programs.keys.create),
    async 'apiKey-dialog-refused'(page, t) {
      await openDialog(page, t.programs.keys.create);
      await dialog(page).getByRole('button', { name: t.programs.keys.create }).click();
      await invalidField(page).waitFor();
    },
    async 'apiKey-dialog-made'(page, t) {
      await fakeKeys(page);
      await openDialog(page, t.programs.keys.create);
      await dialog(page).getByRole('textbox').first().fill('Sign-up form');
      await dialog(page).getByLabel(t.programs.keys.scope.check).check();
      await dialog(page).getByRole('button', { name: t.programs.keys.create }).click();
      await page.getByText(t.programs.keys.madeText).waitFor();
    },
    async 'apiKey-dialog-revoke'(page, t) {
      await fakeKeys(page);
      await button(page, t.programs.keys.revokeNamed.replace('{{name}}', SECOND_KEY.name)).click();
      await dialog(page).waitFor();
    },
    'pricing-loading': { without: PLANS, reach: (page) => busyElement(page).waitFor() },
    'pricing-filled': waitForText((t) => t.billing.pricing.current),
    'pricing-dialog-larger-plan': (page, t) => chooseOther(page, t.billing.change.button),
    async 'pricing-dialog-smaller-plan'(page, t) {
      await changePlan(page, { id: 'monthly_100000' });
      await chooseOther(page, t.billing.change.button);
    },
    async 'pricing-dialog-while-another-is-scheduled'(page, t) {
      await changePlan(page, { changes_to: 'monthly_25000' });
      await chooseOther(page, t.billing.change.button);
    },
    'invoices-loading': { without: INVOICES, reach: (page) => busyElement(page).waitFor() },
    'invoices-filled': {
      query: '?purchase=ok',
      async reach(page, t) {
        await page.getByText(t.billing.invoices.thanks).waitFor();
        await page.getByRole('row').nth(2).waitFor();
        await page.getByText('4242').waitFor();
      },
    },
    async 'invoices-filled-refunded'(page, t) {
      await refundPart(page);
      await page.getByText(t.billing.status.partially_refunded).waitFor();
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
    'usage-loading': { without: USAGE, reach: (page) => busyElement(page).waitFor() },
    'usage-empty': { query: '?month=2020-02', reach: waitForText((t) => t.usage.empty) },
    'usage-filled': (page) => page.getByRole('row', { name: FINISHED_LIST_NAME }).waitFor(),
    async 'usage-dialog-find'(page, t) {
      await heading(page, t.layout.usage.title).waitFor();
      await page.keyboard.press('Control+k');
      await page.getByLabel(t.find.label).fill(FINISHED_LIST_NAME.slice(0, 3));
      await page.getByRole('option', { name: FINISHED_LIST_NAME }).waitFor();
    },
    'usage-filled-by-list': {
      query: '?by=list',
      reach: (page) => page.getByRole('row', { name: FINISHED_LIST_NAME }).waitFor(),
    },
    'usage-filled-by-key': {
      query: '?by=key',
      reach: (page, t) => page.getByRole('columnheader', { name: t.usage.together }).waitFor(),
    },
    async 'usage-filled-with-every-kind'(page, t) {
      await showEveryCreditMovement(page);
      await page.getByText(t.usage.debtText).waitFor();
    },
    'usage-error': { without: USAGE, reach: waitForText((t) => t.usage.failed) },
    'invoices-error': { without: INVOICES, reach: waitForText((t) => t.billing.invoices.failed) },
    'settings-filled': (page, t) => button(page, t.billing.details.save).waitFor(),
    async 'settings-filled-top-up'(page, t) {
      // The real call requires a proof if the login is more than ten minutes old.
      const { data } = lowCreditsExamples.saveLowCredits.response;
      const top_up = { ...data.top_up, status: 'card_missing' };
      await page.route('**/api/low-credits', (route) =>
        route.request().method() === 'GET'
          ? route.continue()
          : route.fulfill({ json: { data: { ...data, top_up } } }),
      );
      await page.getByLabel(t.billing.lowCredits.topUp).selectOption('pack_10000');
      await page.getByLabel(t.billing.lowCredits.below, { exact: true }).fill('1000');
      await button(page, t.billing.lowCredits.save).click();
      await page.getByText(t.billing.lowCredits.status.card_missing).waitFor();
    },
    async 'settings-error-of-a-siren'(page, t) {
      await page.getByLabel(t.billing.details.siren).fill('303265046');
      await button(page, t.billing.details.save).click();
      await invalidField(page).waitFor();
    },
    'settings-error-of-the-billing-details': {
      without: '**/api/billing-details',
      reach: waitForText((t) => t.billing.details.failed),
    },
    async 'settings-error'(page, t) {
      await page.getByLabel(t.account.settings.newPassword).fill('short');
      await button(page, t.common.save).click();
      await invalidField(page).waitFor();
    },
    'settings-dialog': (page, t) => openDialog(page, t.privacy.delete.submit),
  }),
];
