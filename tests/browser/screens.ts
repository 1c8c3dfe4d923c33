import type { Page } from 'playwright-core';
import type { Language } from '../../shared/model/account.ts';
import { en } from '../../web/src/i18n/en.ts';
import { fr } from '../../web/src/i18n/fr.ts';
import { homePath, paths } from '../../web/src/lib/paths.ts';
import { register, signUp, upload, waitForStatus } from '../support/customer.ts';
import { WIDTHS, lookOver } from './look-over.ts';
import { it, remember } from './visitor.ts';

const texts = { en, fr };
const [PHONE, LAPTOP] = WIDTHS;
const ADMIN = { email: 'admin@tamis.test', password: 'Admin1234' };

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name });
const refusedField = (page: Page) => page.locator('[aria-invalid=true]').first();

/** Checks a screen with an open dialog, then closes the dialog with Escape. */
async function lookOverDialog(
  page: Page,
  screen: string,
  widths?: readonly number[],
): Promise<void> {
  await page.getByRole('dialog').waitFor();
  await lookOver(page, screen, widths);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

/** The tests of every screen in one language. */
export function describeScreens(language: Language): void {
  const t = texts[language];
  it.override({ language });

  it('a visitor’s screens are in order', async ({ visitor, service }) => {
    const { page } = visitor;
    await page.goto(paths.login);
    await heading(page, t.account.login.title).waitFor();
    await lookOver(page, 'login');
    await button(page, t.account.login.submit).click();
    await refusedField(page).waitFor();
    await lookOver(page, 'login with errors');

    await page.getByRole('link', { name: t.account.login.signup }).click();
    await heading(page, t.account.signup.title).waitFor();
    await lookOver(page, 'signup');
    await button(page, t.account.signup.submit).click();
    await refusedField(page).waitFor();
    await lookOver(page, 'signup with errors');
    await button(page, t.legal.read).click();
    await heading(page, t.legal.title).waitFor();
    await page.getByText(t.legal.authority).waitFor();
    await lookOverDialog(page, 'terms');

    await page.goto(paths.forgotPassword);
    await heading(page, t.account.forgot.title).waitFor();
    await lookOver(page, 'forget-password');
    await page.goto(paths.newPassword);
    await page.getByText(t.account.newPassword.noLink).waitFor();
    await lookOver(page, 'new-password without a link');
    await page.goto(`${paths.newPassword}?token=t&email=ada@customer.test`);
    await button(page, t.account.newPassword.submit).click();
    await refusedField(page).waitFor();
    await lookOver(page, 'new-password with errors');

    await remember(visitor, { email: 'someone.with.a.long.name@customer.test' }, service);
    await page.goto(paths.otp);
    await heading(page, t.account.otp.title).waitFor();
    await lookOver(page, 'verify-otp');
  });

  it('the ways into an account are in order', async ({ visitor, service }) => {
    const { page } = visitor;
    const { token } = await register(service, `enters-${language}@customer.test`, language);
    await remember(visitor, { session: token }, service);
    await page.goto(homePath);
    await page.getByText(t.legal.authority).waitFor();
    await lookOver(page, 'terms-accept');

    await button(page, t.legal.accept).click();
    await page.getByText(t.lists.empty).waitFor();
    await lookOver(page, 'dashboard, empty');

    await page.locator('input[type=file]').setInputFiles({
      name: 'a.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('someone@customer.test'),
    });
    await lookOverDialog(page, 'name of a list');
  });

  it('a customer’s screens are in order', async ({ visitor, service }) => {
    const { page } = visitor;
    const customer = await signUp(service, `lists-${language}@customer.test`, language);
    const list = (addresses: number, letter: string) => ({
      name: `${letter}.txt`,
      bytes: Buffer.from(
        Array.from({ length: addresses }, (_, i) => `${i}@no-such-${letter}.test`).join('\n'),
      ),
    });
    const finished = await upload(customer, 'Clients été 2026', list(3, 'a'));
    await waitForStatus(customer, finished);
    const paused = await upload(customer, 'A-name-without-a-space-as-programs-do', list(200, 'b'));
    await waitForStatus(customer, paused, 5);

    await remember(visitor, { session: customer.token }, service);
    await page.goto(paths.dashboard);
    await page.getByRole('row', { name: 'Clients été 2026' }).waitFor();
    await page.getByText(t.lists.details.needed_other.replace(/{{.*}}/, '200')).waitFor();
    await lookOver(page, 'dashboard with lists');

    await page.getByRole('tab', { name: t.layout.dashboard.single }).click();
    await page.getByLabel(t.checks.label).fill('someone@no-such-domain.test');
    await button(page, t.checks.submit).click();
    await page.getByRole('status').filter({ hasText: 'no-such-domain.test' }).waitFor();
    await lookOver(page, 'a single check');

    await page.setViewportSize({ width: LAPTOP, height: 900 });
    await button(page, t.layout.logout).click();
    await lookOverDialog(page, 'log out');

    await page.setViewportSize({ width: PHONE, height: 900 });
    await button(page, t.layout.openMenu).click();
    await lookOverDialog(page, 'menu', [PHONE]);
  });

  it('a customer’s other pages are in order', async ({ visitor, service }) => {
    const { page } = visitor;
    const customer = await signUp(service, `pages-${language}@customer.test`, language);
    await remember(visitor, { session: customer.token }, service);

    await page.goto(paths.apiKey);
    await heading(page, t.account.api.paidOnly).waitFor();
    await lookOver(page, 'api-documentation of an unpaid user');

    await page.goto(paths.pricing);
    await heading(page, t.billing.pricing.packs).waitFor();
    await page.getByRole('link', { name: t.billing.pricing.buy }).first().waitFor();
    await lookOver(page, 'pricing-plan');
    await page.goto(`${paths.pricing}?error=expired`);
    await page.getByRole('alert').waitFor();
    await lookOver(page, 'pricing-plan with an error');

    await page.goto(paths.invoices);
    await page.getByText(t.billing.invoices.empty).waitFor();
    await lookOver(page, 'invoices, empty');

    await page.goto(paths.settings);
    await heading(page, t.account.settings.title).waitFor();
    await page.getByLabel(t.account.settings.newPassword).fill('short');
    await button(page, t.account.settings.save).click();
    await refusedField(page).waitFor();
    await lookOver(page, 'settings with errors');
    await button(page, t.privacy.delete.submit).click();
    await lookOverDialog(page, 'delete the account');
  });

  it('the administrators’ page is in order', async ({ visitor, service }) => {
    const { page } = visitor;
    const { data: session } = await service.client().login({ body: ADMIN });
    await remember(visitor, { session: session.token }, service);
    // Whatever language the account has.
    await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
    await page.goto(paths.adminDashboard);
    await page.getByRole('switch').first().waitFor();
    await lookOver(page, 'admin-dashboard');
    await page
      .getByRole('button', { name: t.admin.user.open.replace('{{name}}', '') })
      .first()
      .click();
    await lookOverDialog(page, 'user information');
    await page.goto(`${paths.adminDashboard}?search=nobody-has-this-name`);
    await page.getByText(t.admin.users.empty).waitFor();
    await lookOver(page, 'admin-dashboard, empty');
  });
}
