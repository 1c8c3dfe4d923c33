import { waiting } from './parts.ts';
import type { Screen } from './screen.ts';

/** What administrators see. */
export const adminScreens: readonly Screen[] = [
  {
    route: 'adminDashboard',
    state: 'loading',
    person: 'admin',
    without: '**/api/users*',
    reach: (page) => waiting(page).waitFor(),
  },
  {
    route: 'adminDashboard',
    state: 'empty',
    person: 'admin',
    query: '?search=nobody-has-this-name',
    reach: (page, t) => page.getByText(t.admin.users.empty).waitFor(),
  },
  {
    route: 'adminDashboard',
    state: 'filled',
    person: 'admin',
    reach: (page) => page.getByRole('switch').first().waitFor(),
  },
  {
    route: 'adminDashboard',
    state: 'error',
    person: 'admin',
    without: '**/api/users*',
    reach: (page, t) => page.getByText(t.admin.users.failed).waitFor(),
  },
  {
    route: 'adminDashboard',
    state: 'dialog',
    person: 'admin',
    async reach(page, t) {
      const name = t.admin.user.open.replace('{{name}}', '');
      await page.getByRole('button', { name }).first().click();
      await page.getByRole('dialog').waitFor();
    },
  },
];
