import type { Page } from 'playwright-core';
import { toastsOf } from '../toasts.ts';
import { button, formError, heading, openDialog, invalidField } from './parts.ts';
import { waitForText, type Screen, createScreens } from './screen.ts';

const LINK = '?token=t&email=ada@customer.test';
const NO_NETWORK = '**/api/**';

async function sendEmpty(page: Page, submit: string): Promise<void> {
  await button(page, submit).click();
  await invalidField(page).waitFor();
}

export const visitorScreens: readonly Screen[] = [
  ...createScreens('visitor', {
    'login-filled': (page, t) => heading(page, t.account.login.title).waitFor(),
    'login-error': (page, t) => sendEmpty(page, t.account.login.title),
    'login-error-of-the-server': {
      without: NO_NETWORK,
      async reach(page, t) {
        await page.getByLabel(t.account.email).fill('ada@customer.test');
        await page.getByLabel(t.account.password, { exact: true }).fill('Sieve4all');
        await button(page, t.account.login.title).click();
        await formError(page).waitFor();
      },
    },
    async 'login-filled-lost-session'(page, t) {
      await heading(page, t.account.login.title).waitFor();
      await page.evaluate(() => {
        // Router state that the app sets when it redirects a visitor to this page.
        history.replaceState({ usr: { reason: 'expired', email: 'ada@customer.test' } }, '');
        location.reload();
      });
      await page.getByText(t.account.login.expired).waitFor();
    },
    'signup-filled': (page, t) => heading(page, t.account.signup.title).waitFor(),
    'signup-error': (page, t) => sendEmpty(page, t.registration.signup.submit),
    async 'signup-filled-suggestion'(page, t) {
      await page.getByLabel(t.account.email, { exact: true }).fill('ada@gmial.com');
      await page.getByRole('status').getByRole('button').waitFor();
    },
    async 'signup-dialog'(page, t) {
      await openDialog(page, t.legal.read);
      await page.getByRole('dialog').getByText(t.legal.authority).waitFor();
    },
    'conditions-filled': waitForText((t) => t.legal.authority),
    'forgotPassword-empty': (page, t) => heading(page, t.recovery.forgot.title).waitFor(),
    'forgotPassword-error': (page, t) => sendEmpty(page, t.recovery.forgot.submit),
    async 'forgotPassword-filled'(page, t) {
      await page.getByLabel(t.account.email).fill('nobody@customer.test');
      await button(page, t.recovery.forgot.submit).click();
      await page.getByText('nobody@customer.test').waitFor();
    },
    'newPassword-empty': waitForText((t) => t.recovery.newPassword.noLink),
    'newPassword-filled': {
      query: LINK,
      reach: (page, t) => button(page, t.recovery.newPassword.submit).waitFor(),
    },
    'newPassword-error': {
      query: LINK,
      reach: (page, t) => sendEmpty(page, t.recovery.newPassword.submit),
    },
  }),
  ...createScreens('unverified', {
    'otp-filled': (page, t) => heading(page, t.registration.otp.title).waitFor(),
    async 'otp-error'(page) {
      await page.getByRole('textbox').first().click();
      await page.keyboard.type('0000');
      await toastsOf(page).first().waitFor();
    },
  }),
  ...createScreens('newcomer', {
    'terms-filled': waitForText((t) => t.legal.authority),
  }),
];
