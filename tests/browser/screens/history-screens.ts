import type { Page } from 'playwright-core';
import { RUNNING, addRunning, showEveryStatus } from './faked-lists.ts';
import { button, dialog, openDialog, waiting } from './parts.ts';
import { LIST, PAUSED_LIST } from './people.ts';
import { type Screen, screensOf, type Texts } from './screen.ts';

const LISTS = '**/api/get-file*';

const openDetails = async (page: Page, t: Texts, name: string): Promise<void> => {
  await button(page, name).click();
  await button(page, t.lists.details.copy).waitFor();
};

/** The lists of a customer, in all their states. */
export const historyScreens: readonly Screen[] = [
  ...screensOf('beginner', {
    'dashboard-empty': (page, t) => page.getByText(t.lists.empty).waitFor(),
  }),
  ...screensOf('customer', {
    'dashboard-loading': { without: LISTS, reach: (page) => waiting(page).waitFor() },
    async 'dashboard-filled'(page) {
      await addRunning(page);
      await page.getByRole('row', { name: LIST }).waitFor();
      await page.getByRole('progressbar').first().waitFor();
    },
    async 'dashboard-filled-every-status'(page, t) {
      await showEveryStatus(page);
      await page.getByText(t.lists.details.gone).waitFor();
    },
    'dashboard-error': {
      without: LISTS,
      reach: (page, t) => page.getByText(t.lists.error).waitFor(),
    },
    'dashboard-dialog-delete-a-list': (page, t) =>
      openDialog(page, t.lists.delete.replace('{{name}}', LIST)),
    async 'dashboard-dialog-downloads'(page, t) {
      await button(page, t.lists.details.parts.replace('{{name}}', LIST)).click();
      await page.getByRole('menuitem').last().waitFor();
    },
    async 'dashboard-dialog-finished-list'(page, t) {
      await openDetails(page, t, LIST);
      await dialog(page).getByRole('img').waitFor();
    },
    async 'dashboard-dialog-running-list'(page, t) {
      await addRunning(page);
      await openDetails(page, t, RUNNING);
    },
    'dashboard-dialog-paused-list': (page, t) => openDetails(page, t, PAUSED_LIST),
    async 'dashboard-dialog-failed-list'(page, t) {
      await showEveryStatus(page);
      await openDetails(page, t, 'Export');
    },
  }),
];
