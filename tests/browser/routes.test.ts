import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { homePath, paths } from '../../web/src/lib/paths.ts';
import { register } from '../support/customer.ts';
import { DEMO_ADMIN, DEMO_CUSTOMER, signInAs } from './demo.ts';
import { it, openInApp, remember } from './visitor.ts';

/** Where every address leads everybody. */

const TITLES = {
  login: 'Log in',
  signup: 'Create an account',
  otp: 'Enter your code',
  forgotPassword: 'Forgotten password',
  newPassword: 'Choose a new password',
  terms: 'General conditions',
  dashboard: 'Verify email',
  apiKey: 'API',
  settings: 'Settings',
  invoices: 'Billing',
  pricing: 'Pricing',
  adminDashboard: 'Users',
} as const satisfies Record<keyof typeof paths, string>;
type PageName = keyof typeof paths;

const NAMES = Object.keys(paths) as PageName[];

/** Opens every address, and expects the visitor's own pages where they are and `home` elsewhere. */
async function expectPages(page: Page, own: readonly PageName[], home: PageName): Promise<void> {
  const landed = async (name: PageName): Promise<void> => {
    await page.waitForURL(({ pathname }) => pathname === paths[name]);
    await page.getByRole('heading', { level: 1, name: TITLES[name], exact: true }).waitFor();
  };
  for (const address of [homePath, '/no-such-page', '/no/such/page']) {
    await page.goto(address);
    await landed(home);
  }
  for (const name of NAMES) {
    await openInApp(page, paths[name]);
    await landed(own.includes(name) ? name : home);
  }
  expect(own).toContain(home);
}

it('leads visitors to the login, but for the pages of visitors', async ({ visitor, service }) => {
  const { page } = visitor;
  await expectPages(page, ['login', 'signup', 'forgotPassword', 'newPassword'], 'login');
  await remember(visitor, { email: 'waits-for-a-code@customer.test' }, service);
  await page.goto(paths.otp);
  await page.getByRole('heading', { level: 1, name: TITLES.otp }).waitFor();
});

it('leads customers to the terms until they have accepted them', async ({ visitor, service }) => {
  const { token } = await register(service, 'no-terms@customer.test', 'en');
  await remember(visitor, { session: token }, service);
  await expectPages(visitor.page, ['terms', 'newPassword'], 'terms');
});

it('leads customers to their dashboard, but for their pages', async ({ visitor, service }) => {
  await signInAs(DEMO_CUSTOMER, visitor, service);
  const own = ['dashboard', 'apiKey', 'settings', 'invoices', 'pricing', 'newPassword'] as const;
  await expectPages(visitor.page, own, 'dashboard');
});

it('leads administrators to the users', async ({ visitor, service }) => {
  await signInAs(DEMO_ADMIN, visitor, service);
  await expectPages(visitor.page, ['adminDashboard', 'newPassword'], 'adminDashboard');
});
