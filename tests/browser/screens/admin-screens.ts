import type { Page } from 'playwright-core';
import { adminExamples } from '../../../shared/contract/examples/admin.ts';
import { waiting } from './parts.ts';
import { showsText, screensOf, type Texts } from './screen.ts';

const USERS = '**/api/users*';
const { response: MONEY } = adminExamples.getUser;
const [PAYMENT] = MONEY.data.payments;
const [DONE] = MONEY.data.adjustments;

/** Opens the dialog of a user with payments in every state, and with every action. */
const openUser = async (page: Page, t: Texts): Promise<void> => {
  const data = {
    ...MONEY.data,
    payments: [
      { ...PAYMENT, id: '1', status: 'disputed', disputes: [{ state: 'held', cents: 2400 }] },
      { ...PAYMENT, id: '2', status: 'refunded', gone_cents: 3000, gone_credits: 10_000 },
      {
        ...PAYMENT,
        id: '3',
        fraud_warnings: ['made_with_stolen_card'],
        refund_advised: true,
      },
      PAYMENT,
    ],
    adjustments: [DONE, { ...DONE, id: '2', kind: 'gift', by: 'command', state: 'refused' }],
  };
  await page.route('**/api/users/*', (route) => route.fulfill({ json: { data } }));
  const name = t.admin.user.open.replace('{{name}}', '');
  await page.getByRole('button', { name }).first().click();
  await page.getByRole('dialog').getByText(t.admin.adjust.title).first().waitFor();
};

export const adminScreens = screensOf('admin', {
  'adminDashboard-loading': { without: USERS, reach: (page) => waiting(page).waitFor() },
  'adminDashboard-empty': {
    query: '?search=nobody-has-this-name',
    reach: showsText((t) => t.admin.users.empty),
  },
  'adminDashboard-filled': (page) => page.getByRole('switch').first().waitFor(),
  async 'adminDashboard-filled-weeks'(page, t) {
    const json = adminExamples.weeklyFigures.response;
    await page.route('**/api/figures', (route) => route.fulfill({ json }));
    await page.reload();
    await page.getByRole('switch').first().waitFor();
    await page.getByText(t.chart.asTable).click();
    await page.getByRole('rowheader').first().waitFor();
  },
  async 'adminDashboard-dialog-deactivate'(page) {
    await page.getByRole('switch', { checked: true }).first().click();
    await page.getByRole('dialog').waitFor();
  },
  'adminDashboard-error': { without: USERS, reach: showsText((t) => t.admin.users.failed) },
  'adminDashboard-dialog': openUser,
  async 'adminDashboard-dialog-refund'(page, t) {
    await openUser(page, t);
    await page.getByRole('button', { name: t.admin.adjust.refund }).first().click();
    await page.getByText(t.admin.adjust.reason).last().waitFor();
  },
  async 'adminDashboard-dialog-replacement'(page, t) {
    await openUser(page, t);
    await page.getByRole('button', { name: t.admin.adjust.replacement }).click();
    await page.getByRole('textbox').first().fill('200');
  },
});
