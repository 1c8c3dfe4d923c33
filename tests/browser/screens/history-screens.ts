import { addRunningList, showEveryListStatus } from './faked-lists.ts';
import { button, openDialog, busyElement } from './parts.ts';
import { FINISHED_LIST_NAME } from './people.ts';
import { waitForText, type Screen, createScreens } from './screen.ts';

const LISTS = '**/api/get-file*';

export const historyScreens: readonly Screen[] = [
  ...createScreens('beginner', {
    async 'dashboard-empty'(page, t) {
      await page.getByText(t.lists.empty).waitFor();
      await button(page, t.start.hideSample).waitFor();
    },
    async 'dashboard-empty-hidden'(page, t) {
      await button(page, t.start.hideSample).click();
      await button(page, t.start.close).click();
      await page.getByText(t.lists.buyMore.text).waitFor();
    },
  }),
  ...createScreens('customer', {
    'dashboard-loading': { without: LISTS, reach: (page) => busyElement(page).waitFor() },
    async 'dashboard-filled'(page, t) {
      await addRunningList(page);
      await page.getByRole('row', { name: FINISHED_LIST_NAME }).waitFor();
      await page.getByRole('progressbar').first().waitFor();
      await page.getByText(t.usage.tiles.leftNone).waitFor();
    },
    async 'dashboard-filled-every-status'(page, t) {
      await showEveryListStatus(page);
      await page.getByText(t.lists.details.gone).waitFor();
    },
    'dashboard-empty-no-match': {
      query: '?q=nothing-like-it',
      reach: waitForText((t) => t.lists.clearSearch),
    },
    'dashboard-dialog-rename-a-list': (page, t) =>
      openDialog(page, t.lists.rename.replace('{{name}}', FINISHED_LIST_NAME)),
    'dashboard-error': { without: LISTS, reach: waitForText((t) => t.lists.error) },
    'dashboard-dialog-delete-a-list': (page, t) =>
      openDialog(page, t.lists.delete.replace('{{name}}', FINISHED_LIST_NAME)),
    async 'dashboard-dialog-downloads'(page, t) {
      await button(page, t.lists.details.parts.replace('{{name}}', FINISHED_LIST_NAME)).click();
      await page.getByRole('menuitem').last().waitFor();
    },
  }),
];
