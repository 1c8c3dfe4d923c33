import type { Page } from 'playwright-core';
import { RUNNING, addRunning, showEveryStatus } from './faked-lists.ts';
import { button, dialog, waiting } from './parts.ts';
import { LIST, PAUSED_LIST } from './people.ts';
import type { Screen, Texts } from './screen.ts';

const openDetails = async (page: Page, t: Texts, name: string): Promise<void> => {
  await button(page, name).click();
  await button(page, t.lists.details.copy).waitFor();
};

/** The lists of a customer, in all their states. */
export const historyScreens: readonly Screen[] = [
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
      await addRunning(page);
      await page.getByRole('row', { name: LIST }).waitFor();
      await page.getByRole('progressbar').first().waitFor();
    },
  },
  {
    route: 'dashboard',
    state: 'filled',
    detail: 'every-status',
    person: 'customer',
    async reach(page, t) {
      await showEveryStatus(page);
      await page.getByText(t.lists.details.gone).waitFor();
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
    detail: 'delete-a-list',
    person: 'customer',
    async reach(page, t) {
      await button(page, t.lists.delete.replace('{{name}}', LIST)).click();
      await dialog(page).waitFor();
    },
  },
  {
    route: 'dashboard',
    state: 'dialog',
    detail: 'downloads',
    person: 'customer',
    async reach(page, t) {
      await button(page, t.lists.details.parts.replace('{{name}}', LIST)).click();
      await page.getByRole('menuitem').last().waitFor();
    },
  },
  {
    route: 'dashboard',
    state: 'dialog',
    detail: 'finished-list',
    person: 'customer',
    async reach(page, t) {
      await openDetails(page, t, LIST);
      await dialog(page).getByRole('img').waitFor();
    },
  },
  {
    route: 'dashboard',
    state: 'dialog',
    detail: 'running-list',
    person: 'customer',
    async reach(page, t) {
      await addRunning(page);
      await openDetails(page, t, RUNNING);
    },
  },
  {
    route: 'dashboard',
    state: 'dialog',
    detail: 'paused-list',
    person: 'customer',
    reach: (page, t) => openDetails(page, t, PAUSED_LIST),
  },
  {
    route: 'dashboard',
    state: 'dialog',
    detail: 'failed-list',
    person: 'customer',
    async reach(page, t) {
      await showEveryStatus(page);
      await openDetails(page, t, 'Export');
    },
  },
];
