import type { Page } from 'playwright-core';
import type { ErrorCode } from '../../../shared/contract/errors.ts';
import { factorExamples } from '../../support/examples/factors.ts';
import type { SecuritySettings } from '../../../shared/contract/security.ts';
import { button, formError, openDialog } from './parts.ts';
import { type Screen, createScreens } from './screen.ts';

const SECURITY = '**/api/security';
const AT = '2026-11-20T15:30:00.000Z';

const row = {
  name: '',
  added_at: AT,
  added_by: 'Firefox, Linux · 203.0.113.0/24',
  people: [],
  last_used_at: null,
  current: false,
};
const BY_THIEF = {
  added_by: 'Chrome, Windows · 2001:db8:7::/48',
  added_at: '2099-11-20T15:30:00.000Z',
};
const ACCESS: SecuritySettings['access'] = [
  { ...row, kind: 'session', id: 's1', current: true, last_used_at: AT },
  { ...row, kind: 'session', id: 's2', added_by: null },
  { ...row, kind: 'key', id: 'first', added_by: null },
  { ...row, kind: 'key', id: 'test', added_by: null, added_at: null },
  { ...row, kind: 'key', id: 'k1', name: 'Newsletter', last_used_at: AT },
  {
    ...row,
    kind: 'endpoint',
    id: 'e1',
    name: 'hooks.customer.test',
    added_by: 'Grace Hopper · API …2b4d',
  },
  { ...row, ...BY_THIEF, kind: 'endpoint', id: 'e2', name: 'a-very-long-host-name.customer.test' },
  { ...row, kind: 'form', id: 'f1', name: 'Newsletter' },
  { ...row, kind: 'factor', id: 'totp' },
  { ...row, kind: 'factor', id: 'passkey0', name: 'Laptop', last_used_at: AT },
];

const showFactors =
  (changes: Partial<SecuritySettings> = {}) =>
  async (page: Page): Promise<void> => {
    await page.route(SECURITY, (route) => {
      const passkeys = ['Laptop', 'Phone'].map((name, at) => ({
        id: `passkey${at}`,
        name,
        created_at: AT,
        last_used_at: at === 0 ? AT : null,
      }));
      const access = ACCESS;
      const data = {
        totp: { created_at: AT },
        passkeys,
        recovery_codes: 9,
        access,
        reset_at: null,
      };
      return route.fulfill({ json: { data: { ...data, ...changes } } });
    });
  };

/**
 * Fakes the call that starts the setup of a factor. The real call requires the password again if
 * the login is more than ten minutes old.
 */
const startFactor = (page: Page): Promise<unknown> =>
  page.route(`${SECURITY}/setup`, (route) =>
    route.fulfill({ json: factorExamples.startFactor.response }),
  );

/** Rejects calls to `url` as if the user had to prove a second factor first. */
const askForProof =
  (url: string, code: ErrorCode) =>
  async (page: Page): Promise<void> => {
    const methods = ['totp', 'passkey', 'recovery_code'];
    const json = { code, message: [], challenge: 'x', methods };
    await page.route(url, (route) => route.fulfill({ status: 403, json }));
  };

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
    'security-dialog-end': {
      prepare: showFactors(),
      async reach(page, { security }) {
        await openDialog(page, security.access.endAll);
        await page.getByLabel(security.access.resetKeys).check();
      },
    },
    'security-dialog-app': async (page, { security }) => {
      await startFactor(page);
      await button(page, security.app.add).click();
      await page.getByRole('img', { name: security.app.qr }).waitFor();
    },
    async 'security-dialog-codes'(page, { security }) {
      await startFactor(page);
      await page.route(`${SECURITY}/factors`, (route) =>
        route.fulfill({ json: factorExamples.addFactor.response }),
      );
      await button(page, security.app.add).click();
      await page.getByLabel(security.proof.totp).fill('123456');
      await page.keyboard.press('Enter');
      await button(page, security.codes.done).waitFor();
    },
    'security-error-proof': {
      prepare: askForProof(`${SECURITY}/setup`, 'reauthentication_required'),
      async reach(page, { security }) {
        await button(page, security.app.add).click();
        await button(page, security.proof.passkey).waitFor();
      },
    },
    'security-dialog-passkey': (page, { security }) => openDialog(page, security.passkeys.add),
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
    'login-error-factor': {
      prepare: askForProof('**/api/login', 'second_factor_required'),
      async reach(page, { account, security }) {
        await page.getByLabel(account.email, { exact: true }).fill('ada@customer.test');
        await page.getByLabel(account.password, { exact: true }).fill('Sieve4all');
        await button(page, account.login.title).click();
        await button(page, security.proof.passkey).waitFor();
      },
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
