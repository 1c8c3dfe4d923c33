import type { Page } from 'playwright-core';
import { adminExamples } from '../../support/examples/admin.ts';
import { busyElement } from './parts.ts';
import { PAUSED_LIST_NAME } from './people.ts';
import { waitForText, createScreens, type ScreenTexts } from './screen.ts';

const USERS = '**/api/users*';
const USER = '**/api/users/*';
const { data } = adminExamples.getUser.response;
const [LIST] = data.lists.data;
const [PAYMENT] = data.payments;
const [DONE] = data.adjustments;
const id = adminExamples.getUser.params.id;

const openDialog = async (page: Page, t: ScreenTexts): Promise<void> => {
  const name = t.admin.user.open.replace('{{name}}', '');
  await page.getByRole('button', { name }).first().click();
  await page.getByRole('dialog').waitFor();
};

/** A user with lists and payments in several states, so that the page shows every action. */
const DETAILS = {
  ...data,
  profile: {
    ...data.profile,
    plan_version: { credits: 25_000, interval: 'month' },
    stripe_customer_id: 'cus_TnV4q8M2T7R5V9',
  },
  balance: { available: 0, reserved: 100, held: 1200, debt: 350 },
  lists: {
    data: [
      {
        ...LIST,
        status: 5,
        state: 'paused',
        reason: 'insufficient_credit',
        file_name: PAUSED_LIST_NAME,
      },
      { ...LIST, id: '1', status: 6, state: 'cancelled', reason: 'wrong_column', total_email: 0 },
      { ...LIST, id: '2', status: 4, state: 'working', reason: null, end_date: null },
      { ...LIST, id: '3', status: 7, state: 'finished', reason: null, credits_charged: 9000 },
    ],
    from: 1,
    current_page: 1,
    last_page: 3,
    total: 24,
  },
  payments: [
    {
      ...PAYMENT,
      id: '1',
      list_id: '3',
      status: 'disputed',
      disputes: [{ state: 'held', cents: 2400 }],
    },
    { ...PAYMENT, id: '2', status: 'refunded', gone_cents: 3000, gone_credits: 10_000 },
    {
      ...PAYMENT,
      id: '3',
      fraud_warnings: ['made_with_stolen_card'],
      refund_advised: true,
    },
    PAYMENT,
  ],
  adjustments: [
    DONE,
    { ...DONE, id: '2', kind: 'gift', by: 'command', state: 'refused' },
    { ...DONE, id: '3', kind: 'correction', cents: null, credits: 50 },
  ],
};

const prepare = (details: object) => async (page: Page) => {
  await page.route(USER, (route) => route.fulfill({ json: { data: details } }));
};
const user = { params: { id }, prepare: prepare(DETAILS) };
const isShown = (page: Page) => page.getByRole('switch').first().waitFor();

export const adminScreens = createScreens('admin', {
  'adminDashboard-loading': { without: USERS, reach: (page) => busyElement(page).waitFor() },
  'adminDashboard-empty': {
    query: '?search=nobody-has-this-name',
    reach: waitForText((t) => t.admin.users.empty),
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
  'adminDashboard-error': { without: USERS, reach: waitForText((t) => t.admin.users.failed) },
  'adminDashboard-dialog': openDialog,
  'user-loading': {
    params: { id },
    without: USER,
    reach: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  },
  'user-empty': {
    params: { id },
    prepare: prepare({
      ...DETAILS,
      lists: { ...DETAILS.lists, data: [], total: 0, last_page: 1 },
      payments: [],
      adjustments: [],
    }),
    reach: isShown,
  },
  'user-filled': { ...user, reach: isShown },
  'user-filled-reset': {
    params: { id },
    prepare: prepare({
      ...DETAILS,
      profile: { ...DETAILS.profile, factor_reset_at: '2099-11-20T15:30:00.000Z' },
    }),
    reach: isShown,
  },
  'user-dialog-factors': {
    ...user,
    async reach(page, t) {
      await page.getByRole('button', { name: t.admin.factors.remove }).click();
      await page.getByRole('textbox').first().fill('Lost phone');
    },
  },
  'user-error': { params: { id }, without: USER, reach: waitForText((t) => t.admin.user.failed) },
  'user-error-missing': { params: { id }, reach: waitForText((t) => t.admin.user.missing) },
  'user-dialog-refund': {
    ...user,
    async reach(page, t) {
      await page.getByRole('button', { name: t.admin.adjust.refund }).first().click();
      await page.getByText(t.admin.adjust.reason).last().waitFor();
    },
  },
  'user-dialog-replacement': {
    ...user,
    async reach(page, t) {
      await page.getByRole('button', { name: t.admin.adjust.replacement }).last().click();
      await page.getByRole('textbox').first().fill('200');
    },
  },
  'user-dialog-credits': {
    ...user,
    async reach(page, t) {
      await page.getByRole('button', { name: t.admin.adjust.change }).click();
      await page.getByRole('textbox').first().fill('-50');
      await page.getByRole('textbox').last().press('Enter');
    },
  },
});
