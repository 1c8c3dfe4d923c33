import { TOTP } from 'otpauth';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { getText } from '../../shared/texts/text.ts';
import { nowrap } from '../../web/src/i18n/nowrap.ts';
import { en, fr } from '../../web/src/testing/texts.ts';
import { paths } from '../../web/src/lib/paths.ts';
import { CUSTOMER_PASSWORD, waitUntil } from '../support/customer.ts';
import { createReadyCustomer } from '../support/ready-customer.ts';
import { FAILED_CALL_MESSAGE, it, logInAsCustomer, setCookie } from './visitor.ts';

it.override({ tolerated: FAILED_CALL_MESSAGE });

const texts = { en, fr };

/** Adds a virtual device with a fingerprint reader that always recognizes its user. */
async function addDevice(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
}

/** Reads the roles and names of the controls in a dialog, in tab order. */
const controlsIn = async (dialog: Locator): Promise<string[]> =>
  [...(await dialog.ariaSnapshot()).matchAll(/- (\w+) "([^"]+)"/g)].map(
    ([, role, name]) => `${role} ${name}`,
  );

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).press('Enter');

for (const [language, width] of [
  ['en', 1280],
  ['fr', 375],
] as const) {
  const { account, common, layout, security } = texts[language];
  const { wrong } = nowrap({ wrong: getText(language, 'error.wrong_factor') });

  it(`adds and uses factors in ${language} at ${width} px, by keyboard`, async ({
    service,
    visitor,
  }) => {
    const { page } = visitor;
    const email = `factor-${language}@customer.test`;
    const laptop = `${security.access.kinds.factor} · Laptop`;
    const { token } = await createReadyCustomer(service, email, language);
    await page.setViewportSize({ width, height: 800 });
    await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
    await addDevice(page);
    await setCookie(visitor, { session: token }, service);

    // Adding an authenticator app as the first factor creates recovery codes.
    await page.goto(paths.security);
    await page.getByRole('heading', { name: layout.security.title, exact: true }).waitFor();
    await press(page, security.app.add);
    const secret = (await page.locator('dialog code').textContent()) ?? '';
    await page.getByRole('img', { name: security.app.qr }).waitFor();
    const adding = page.getByRole('dialog', { name: security.app.add });
    expect(await controlsIn(adding)).toEqual([
      `dialog ${security.app.add}`,
      `heading ${security.app.add}`,
      `img ${security.app.qr}`,
      `textbox ${security.proof.totp}`,
      `button ${common.cancel}`,
      `button ${security.app.copy}`,
      `button ${security.app.confirm}`,
      `button ${common.close}`,
    ]);
    // An error is announced, and the field keeps the focus.
    await page.keyboard.type('wrong');
    await page.keyboard.press('Enter');
    await adding.getByRole('alert').getByText(wrong).waitFor();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(new TOTP({ secret }).generate());
    await page.keyboard.press('Enter');
    const codes = page.getByRole('dialog', { name: security.codes.title });
    await codes.waitFor();
    const [recoveryCode = ''] = await codes.locator('li').allTextContents();
    expect(await codes.locator('li').count()).toBe(10);
    // A click outside does not close the dialog.
    await page.mouse.click(5, 5);
    expect(await codes.locator('li').count()).toBe(10);
    // A reload shows the same codes again, until the user confirms.
    await page.reload();
    await codes.locator('li').getByText(recoveryCode).waitFor();
    await press(page, security.codes.done);
    // The focus moves to the heading, because no button opened the dialog.
    await page.locator('h1:focus').waitFor();
    await page.reload();
    await page.getByText(security.codes.heading).waitFor();
    expect(await codes.count()).toBe(0);

    await press(page, security.passkeys.add);
    await page.keyboard.type('Laptop');
    await page.keyboard.press('Enter');
    await page.getByRole('rowheader', { name: laptop }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);

    // A login with the password asks for a factor; a wrong code is explained.
    await page.context().clearCookies();
    const logIn = async (): Promise<void> => {
      await page.goto(paths.login);
      await page.getByLabel(account.email, { exact: true }).fill(email);
      await page.getByLabel(account.password, { exact: true }).fill(CUSTOMER_PASSWORD);
      await press(page, account.login.title);
      await page.locator('button:focus').getByText(security.proof.passkey).waitFor();
      await page.getByText(security.login.lost).waitFor();
      expect(await page.getByRole('link', { name: common.contactSupport }).count()).toBe(1);
      await press(page, security.proof.useRecoveryCode);
    };
    await logIn();
    const field = page.getByLabel(security.proof.recovery_code, { exact: true });
    await field.fill('wrong');
    await field.press('Enter');
    await page.locator('form').getByText(wrong).waitFor();
    await field.fill(recoveryCode);
    await field.press('Enter');
    await page.waitForURL(`**${paths.dashboard}`);

    // The link that cancels the removal of all factors needs no login. Opening it changes nothing
    // until the user confirms.
    await service.command('reset-factors', email, '--why', 'lost phone');
    const notice = page.getByText(security.reset.text.split('{{time}}')[0] ?? '');
    await page.goto(paths.security);
    await notice.waitFor();
    await press(page, security.reset.cancel);
    await notice.waitFor({ state: 'detached' });
    await service.command('reset-factors', email, '--why', 'lost phone');
    await page.reload();
    await notice.waitFor();
    await page.context().clearCookies();
    const link = await waitUntil(
      async () => /\/keep-factors\?t=\S+/.exec((await service.mails(email))[0]?.text ?? '')?.[0],
      (found) => found !== undefined,
    );
    await page.goto(link ?? '');
    await press(page, security.reset.cancel);
    await page.waitForURL(`**${paths.login}`);

    // A passkey is enough to log in.
    await press(page, account.login.passkey);
    await press(page, security.proof.passkey);
    await page.waitForURL(`**${paths.dashboard}`);

    await page.goto(paths.security);
    await page.getByRole('rowheader', { name: laptop }).waitFor();
    expect(await notice.count()).toBe(0);
    await press(page, security.access.endNamed.replace('{{name}}', laptop));
    await press(page, security.access.end);
    await page.getByRole('rowheader', { name: laptop }).waitFor({ state: 'detached' });
    await page.locator('h1:focus').waitFor();
  });
}

it('asks for the password in a dialog when a call requires a proof, and repeats the call', async ({
  service,
  visitor,
}) => {
  const { page } = visitor;
  const { security } = en;
  await logInAsCustomer(visitor, service, 'factor-proof@customer.test');
  let asked = false;
  await page.route('**/api/security/setup', async (route) => {
    if (asked) return route.fallback();
    asked = true;
    const body = {
      code: 'reauthentication_required',
      message: [],
      challenge: 'x',
      methods: ['password'],
    };
    return route.fulfill({ status: 403, json: body });
  });
  await page.route('**/api/reauthenticate', (route) => route.fulfill({ json: { data: {} } }));
  await page.goto(paths.security);
  await press(page, security.app.add);
  await page.getByRole('dialog', { name: security.proof.title }).waitFor();
  await page.keyboard.type(CUSTOMER_PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('img', { name: security.app.qr }).waitFor();
});

for (const [language, width] of [
  ['en', 1280],
  ['fr', 375],
] as const)
  it(`ends what a stolen session added in ${language} at ${width} px, by keyboard`, async ({
    service,
    visitor,
  }) => {
    const { page } = visitor;
    const { access } = texts[language].security;
    const email = `stolen-${language}@customer.test`;
    const { token } = await createReadyCustomer(service, email, language);
    const login = { email, password: CUSTOMER_PASSWORD };
    const { data: session } = await service.client().login({ body: login });
    const thief = service.client({ session });
    const url = 'https://tap.thief.test/';
    await thief.createEndpoint({ body: { url, events: ['list.finished'] } });
    await page.setViewportSize({ width, height: 800 });
    await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
    await setCookie(visitor, { session: token }, service);

    await page.goto(paths.security);
    const row = page.getByRole('rowheader', { name: 'tap.thief.test' });
    await row.waitFor();
    await press(page, access.endAll);
    const dialog = page.getByRole('dialog', { name: access.endAll });
    expect(await dialog.getByRole('listitem').filter({ hasText: 'tap.thief.test' }).count()).toBe(
      1,
    );
    await dialog.getByLabel(access.resetKeys).press('Space');
    await dialog.getByRole('listitem').filter({ hasText: access.test }).waitFor();
    await press(page, access.end);
    await row.waitFor({ state: 'detached' });
    await expect(thief.listEndpoints()).rejects.toMatchObject({ status: 401 });
    expect(await page.getByRole('rowheader').allTextContents()).toEqual([
      access.current,
      access.test,
    ]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });
