import type { Page } from 'playwright-core';
import { button, formError, heading, refusedField } from './parts.ts';
import type { Screen } from './screen.ts';

const LINK = '?token=t&email=ada@customer.test';
const NO_NETWORK = '**/api/**';

/** Sends a form with nothing in it, and waits until a field says so. */
async function sendEmpty(page: Page, submit: string): Promise<void> {
  await button(page, submit).click();
  await refusedField(page).waitFor();
}

/** What people see before they are signed in, and on the way into their account. */
export const visitorScreens: readonly Screen[] = [
  {
    route: 'login',
    state: 'filled',
    person: 'visitor',
    reach: (page, t) => heading(page, t.account.login.title).waitFor(),
  },
  {
    route: 'login',
    state: 'error',
    person: 'visitor',
    reach: (page, t) => sendEmpty(page, t.account.login.submit),
  },
  {
    route: 'login',
    state: 'error',
    detail: 'of-the-server',
    person: 'visitor',
    without: NO_NETWORK,
    async reach(page, t) {
      await page.getByLabel(t.account.email).fill('ada@customer.test');
      await page.getByLabel(t.account.password, { exact: true }).fill('Sieve4all');
      await button(page, t.account.login.submit).click();
      await formError(page).waitFor();
    },
  },
  {
    route: 'signup',
    state: 'filled',
    person: 'visitor',
    reach: (page, t) => heading(page, t.account.signup.title).waitFor(),
  },
  {
    route: 'signup',
    state: 'error',
    person: 'visitor',
    reach: (page, t) => sendEmpty(page, t.account.signup.submit),
  },
  {
    route: 'signup',
    state: 'dialog',
    person: 'visitor',
    async reach(page, t) {
      await button(page, t.legal.read).click();
      await page.getByRole('dialog').getByText(t.legal.authority).waitFor();
    },
  },
  {
    route: 'forgotPassword',
    state: 'empty',
    person: 'visitor',
    reach: (page, t) => heading(page, t.account.forgot.title).waitFor(),
  },
  {
    route: 'forgotPassword',
    state: 'error',
    person: 'visitor',
    reach: (page, t) => sendEmpty(page, t.account.forgot.submit),
  },
  {
    route: 'forgotPassword',
    state: 'filled',
    person: 'visitor',
    async reach(page, t) {
      await page.getByLabel(t.account.email).fill('nobody@customer.test');
      await button(page, t.account.forgot.submit).click();
      await page.getByText('nobody@customer.test').waitFor();
    },
  },
  {
    route: 'newPassword',
    state: 'empty',
    person: 'visitor',
    reach: (page, t) => page.getByText(t.account.newPassword.noLink).waitFor(),
  },
  {
    route: 'newPassword',
    state: 'filled',
    person: 'visitor',
    query: LINK,
    reach: (page, t) => button(page, t.account.newPassword.submit).waitFor(),
  },
  {
    route: 'newPassword',
    state: 'error',
    person: 'visitor',
    query: LINK,
    reach: (page, t) => sendEmpty(page, t.account.newPassword.submit),
  },
  {
    route: 'otp',
    state: 'filled',
    person: 'unverified',
    reach: (page, t) => heading(page, t.account.otp.title).waitFor(),
  },
  {
    route: 'otp',
    state: 'error',
    person: 'unverified',
    async reach(page, t) {
      await page.getByRole('textbox').first().click();
      await page.keyboard.type('0000');
      await button(page, t.account.otp.submit).click();
      await formError(page).waitFor();
    },
  },
  {
    route: 'terms',
    state: 'filled',
    person: 'newcomer',
    reach: (page, t) => page.getByText(t.legal.authority).waitFor(),
  },
];
