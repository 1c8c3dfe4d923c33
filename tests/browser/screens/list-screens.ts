import type { Page } from 'playwright-core';
import type { ListDetail } from '../../../shared/contract/list-detail.ts';
import { fakeList } from '../faked-list.ts';
import {
  correctedList,
  fakedFinishedList,
  previewedList,
  overLimitWatchedList,
  pausedList,
  recheckedList,
  recheckingList,
  fakedRunningList,
  listWithLostRows,
  stoppedWatchList,
  watchedList,
} from './faked-lists.ts';
import { button, openDialog } from './parts.ts';
import { LAPTOP, waitForText, type Screen, createScreens, type ScreenTexts } from './screen.ts';

const FILE = '**/api/file/*';

/** Makes the API return `list` and generated rows. */
const show = (list: ListDetail, options?: Parameters<typeof fakeList>[2]) => ({
  params: { id: list.id },
  prepare: (page: Page) => fakeList(page, list, options),
});

const none = { valid: 0, invalid: 0, risky: 0, unknown: 0, processed: 0, reasons: {} };

/** Shows a waiting list to a customer who returned from the payment page `agoMs` ago. */
const showPurchase = (state: 'received' | 'late', agoMs: number) => ({
  ...show({ ...pausedList, credits_needed: 50_000 }),
  async reach(page: Page, t: ScreenTexts) {
    await page.evaluate(
      ([id, ago]) => {
        const now = Date.now();
        localStorage.setItem(`purchase:${id}`, `${now} ${now - ago}`);
      },
      [pausedList.id, agoMs] as const,
    );
    await page.reload();
    await page.getByText(t.lists.paid[state]).waitFor();
  },
});

export const listScreens: readonly Screen[] = createScreens('customer', {
  'list-loading': {
    params: { id: 'any' },
    without: FILE,
    reach: (page, t) => page.getByText(t.common.loading).first().waitFor(),
  },
  'list-error': { params: { id: 'any' }, without: FILE, reach: waitForText((t) => t.list.failed) },
  'list-error-unknown': {
    params: { id: '01KAJ4T6Q8Z3M5N7P9R1S2V4WX' },
    reach: waitForText((t) => t.list.missing),
  },
  'list-filled': {
    ...show(fakedFinishedList),
    reach: (page, t) => page.getByRole('heading', { name: t.list.providers }).waitFor(),
  },
  'list-filled-rows': {
    ...show(fakedFinishedList),
    query: '?tab=rows',
    reach: (page) => button(page, 'ada1@customer.test').waitFor(),
  },
  'list-filled-details': {
    ...show(fakedFinishedList),
    query: '?tab=details',
    reach: waitForText((t) => t.list.charged),
  },
  'list-filled-columns': {
    ...show(fakedFinishedList),
    async reach(page, t) {
      await button(page, t.list.take.columns).click();
      await button(page, t.list.take.done).waitFor();
    },
  },
  'list-filled-refundable': {
    ...show({ ...fakedFinishedList, cancel_until: '2026-11-23T09:41:10.000Z' }),
    reach: (page) => page.getByRole('cell', { name: /@/ }).first().waitFor(),
  },
  'list-filled-refunded': {
    ...show({
      ...fakedFinishedList,
      expires_at: '2026-11-22T09:41:10.000Z',
      credits_returned: 4610,
    }),
    reach: waitForText((t) => t.list.misread.canceled.split('{{', 1).join('')),
  },
  'list-filled-rechecking': {
    ...show(recheckingList),
    reach: (page) => page.getByRole('progressbar').waitFor(),
  },
  'list-filled-corrections-offered': {
    ...show({ ...fakedFinishedList, suggested: 120, corrected: 0 }),
    reach: (page) => page.getByRole('button', { name: / 120 / }).first().waitFor(),
  },
  'list-filled-corrections-verified': {
    ...show(correctedList),
    reach: (page) =>
      page
        .getByText(/85.*120.*corrections/)
        .first()
        .waitFor(),
  },
  'list-filled-watched': { ...show(watchedList), reach: waitForText((t) => t.list.watch.end) },
  'list-filled-watch-outgrown': {
    ...show(overLimitWatchedList),
    reach: waitForText((t) => t.list.watch.raise),
  },
  'list-filled-watch-ended': {
    ...show(stoppedWatchList),
    reach: waitForText((t) => t.list.watch.stopped.split('{{', 1).join('')),
  },
  'list-filled-watch-asked': {
    ...show(stoppedWatchList),
    async reach(page, t) {
      await button(page, t.list.watch.ask).click();
      await button(page, t.watch.confirm).waitFor();
    },
  },
  'list-filled-rechecked': {
    ...show(recheckedList),
    reach: (page) => page.getByText(/312.*382/).waitFor(),
  },
  'list-filled-on-paper': {
    ...show(fakedFinishedList),
    widths: [LAPTOP],
    async reach(page, t) {
      await page.getByRole('heading', { name: t.list.providers }).waitFor();
      await page.emulateMedia({ media: 'print' });
    },
  },
  'list-filled-row-opened': {
    ...show(fakedFinishedList),
    query: '?reason=no_such_mailbox',
    async reach(page, t) {
      const row = page.getByRole('button', { name: /@/ }).nth(1);
      await row.click();
      await page.getByText(t.verdict.reply.words).waitFor();
    },
  },
  'list-filled-own-columns': {
    ...show(fakedFinishedList),
    query: '?columns=1%2C2&tab=rows&q=lyon',
    reach: (page) => page.locator('mark:visible').first().waitFor(),
  },
  'list-filled-risk': {
    ...show(fakedFinishedList),
    async reach(page, t) {
      await page.getByRole('switch', { name: t.list.include.risky }).click();
      await page.getByRole('slider').first().press('Home');
    },
  },
  'list-filled-without-a-match': {
    ...show(fakedFinishedList, { rows: 0 }),
    query: '?q=nobody&domain=nowhere.test&status=unknown',
    reach: waitForText((t) => t.list.rows.empty),
  },
  'list-filled-running': {
    ...show(fakedRunningList),
    query: '?tab=rows',
    reach: waitForText((t) => t.list.rows.more),
  },
  'list-filled-before-the-first-answer': {
    ...show({ ...fakedRunningList, ...none, eta: null }),
    reach: (page) => page.getByRole('progressbar').waitFor(),
  },
  'list-filled-waiting-for-credits': {
    ...show({ ...pausedList, credits_needed: 50_000 }),
    reach: waitForText((t) => t.list.advice.insufficient_credit),
  },
  'list-filled-paid': showPurchase('received', 0),
  'list-filled-paid-late': showPurchase('late', 400_000),
  'list-filled-first-look': {
    ...show(previewedList),
    reach: (page) => page.getByRole('button', { name: /€/ }).waitFor(),
  },
  'list-filled-cancelled': {
    ...show({ ...pausedList, status: 6, reason: 'wrong_column', suggested_column: 3 }),
    reach: waitForText((t) => t.list.advice.wrong_column),
  },
  'list-filled-misread': {
    ...show({ ...pausedList, status: 6, reason: 'addresses_lost', lost: 30 }),
    reach: waitForText((t) => t.list.advice.addresses_lost),
  },
  'list-filled-damaged-rows': {
    ...show(listWithLostRows),
    reach: (page, t) =>
      page.getByText(t.list.several_other.replace('{{count, number}}', '14')).waitFor(),
  },
  'list-filled-expired': {
    ...show({ ...fakedFinishedList, expires_at: '2025-11-21T09:00:00.000Z' }),
    query: '?tab=rows',
    reach: waitForText((t) => t.list.rows.gone),
  },
  'list-loading-of-rows': {
    ...show(fakedFinishedList, { rows: 'never' }),
    query: '?tab=rows',
    reach: (page) => page.getByRole('search').waitFor(),
  },
  'list-error-of-rows': {
    ...show(fakedFinishedList, { rows: 'failed' }),
    query: '?tab=rows',
    reach: waitForText((t) => t.list.rows.failed),
  },
  'list-dialog-delete': {
    ...show(fakedFinishedList),
    reach: (page, t) =>
      openDialog(page, t.lists.delete.replace('{{name}}', fakedFinishedList.file_name)),
  },
});
