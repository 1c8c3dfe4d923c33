import { waiting } from './parts.ts';
import { screensOf } from './screen.ts';

const USERS = '**/api/users*';

/** What administrators see. */
export const adminScreens = screensOf('admin', {
  'adminDashboard-loading': { without: USERS, reach: (page) => waiting(page).waitFor() },
  'adminDashboard-empty': {
    query: '?search=nobody-has-this-name',
    reach: (page, t) => page.getByText(t.admin.users.empty).waitFor(),
  },
  'adminDashboard-filled': (page) => page.getByRole('switch').first().waitFor(),
  'adminDashboard-error': {
    without: USERS,
    reach: (page, t) => page.getByText(t.admin.users.failed).waitFor(),
  },
  async 'adminDashboard-dialog'(page, t) {
    const name = t.admin.user.open.replace('{{name}}', '');
    await page.getByRole('button', { name }).first().click();
    await page.getByRole('dialog').waitFor();
  },
});
