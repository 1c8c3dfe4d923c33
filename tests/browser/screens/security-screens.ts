import type { Page } from 'playwright-core';
import { secondFactorExamples } from '../../../shared/contract/examples/second-factor.ts';
import type { Security } from '../../../shared/contract/second-factor.ts';
import { button, dialog, formError } from './parts.ts';
import { type Screen, createScreens } from './screen.ts';

const SECURITY = '**/api/security';
const AT = '2026-11-20T15:30:00.000Z';

const showFactors =
  (changes: Partial<Security> = {}) =>
  async (page: Page): Promise<void> => {
    await page.route(SECURITY, (route) => {
      const passkeys = ['Laptop', 'Phone'].map((name, at) => ({
        id: `passkey${at}`,
        name,
        created_at: AT,
        last_used_at: at === 0 ? AT : null,
      }));
      const data = { totp: { created_at: AT }, passkeys, recovery_codes: 9, reset_at: null };
      return route.fulfill({ json: { data: { ...data, ...changes } } });
    });
  };

/** Without this, the call would ask for the password ten minutes after the login. */
const startFactor = (page: Page): Promise<unknown> =>
  page.route(`${SECURITY}/setup`, (route) =>
    route.fulfill({ json: secondFactorExamples.startFactor.response }),
  );

export const securityScreens: readonly Screen[] = [
  ...createScreens('customer', {
    'security-empty': (page, { security }) => button(page, security.app.add).waitFor(),
    'security-filled': {
      prepare: showFactors(),
      reach: (page, { security }) => button(page, security.codes.renew).waitFor(),
    },
    'security-filled-reset': {
      prepare: showFactors({ reset_at: '2099-11-20T15:30:00.000Z' }),
      reach: (page, { security }) => button(page, security.codes.renew).waitFor(),
    },
    'security-dialog-app': async (page, { security }) => {
      await startFactor(page);
      await button(page, security.app.add).click();
      await page.getByRole('img', { name: security.app.qr }).waitFor();
    },
    'security-dialog-passkey': async (page, { security }) => {
      await button(page, security.passkeys.add).click();
      await dialog(page).waitFor();
    },
    'security-error': {
      without: SECURITY,
      reach: (page, { security }) => page.getByText(security.failed).waitFor(),
    },
  }),
  ...createScreens('visitor', {
    'login-filled-passkey': async (page, { account, security }) => {
      await button(page, account.login.passkey).click();
      await button(page, security.proof.passkey).waitFor();
    },
    'keepFactors-filled': (page, { security }) => button(page, security.reset.cancel).waitFor(),
    async 'keepFactors-error'(page, { security }) {
      await button(page, security.reset.cancel).click();
      await formError(page).waitFor();
    },
  }),
  ...createScreens('admin', {
    'security-filled-admin': {
      prepare: showFactors(),
      reach: (page, { security }) => button(page, security.codes.renew).waitFor(),
    },
  }),
];
