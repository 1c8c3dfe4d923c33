import { expect } from 'vitest';
import type { Language } from '../../shared/model/account.ts';
import { getText } from '../../shared/texts/text.ts';
import { nowrap } from '../../web/src/i18n/nowrap.ts';
import { en, fr } from '../../web/src/testing/texts.ts';
import { paths } from '../../web/src/lib/paths.ts';
import {
  CUSTOMER_PASSWORD,
  waitForCode,
  startRegistration,
  waitUntil,
} from '../support/customer.ts';
import { createReadyCustomer } from '../support/ready-customer.ts';
import { apiText, t } from './english.ts';
import { getCookie } from './cookies.ts';
import { expectFieldErrors } from './fields.ts';
import { toastsOf, waitForToast } from './toasts.ts';
import { FAILED_CALL_MESSAGE, it } from './visitor.ts';

/** Login up to the first page, and password reset. */

it.override({ tolerated: FAILED_CALL_MESSAGE });

const texts = { en, fr };
const messagesIn = (language: Language) =>
  nowrap({
    required: getText(language, 'field.required'),
    email: getText(language, 'field.email'),
    password: getText(language, 'field.password'),
    confirm: getText(language, 'field.confirm_password'),
    wrong: getText(language, 'error.wrong_credentials'),
  });

for (const language of ['en', 'fr'] as const) {
  const { account, recovery } = texts[language];
  const messages = messagesIn(language);

  it(`explains in ${language} what is wrong with a login or a new password`, async ({
    visitor: { page },
  }) => {
    await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
    const email = page.getByLabel(account.email, { exact: true });
    const send = (name: string) => page.getByRole('button', { name, exact: true }).click();

    await page.goto(paths.login);
    await send(account.login.title);
    await expectFieldErrors(page, {
      [account.email]: messages.required,
      [account.password]: messages.password,
    });
    await email.fill('nobody');
    await page.getByLabel(account.password, { exact: true }).fill('letters');
    await expectFieldErrors(page, {
      [account.email]: messages.email,
      [account.password]: messages.password,
    });
    await email.fill('nobody@customer.test');
    await page.getByLabel(account.password, { exact: true }).fill('letters8');
    await expectFieldErrors(page, {});
    await send(account.login.title);
    await waitForToast(page, messages.wrong);
    await page.locator('form').getByText(messages.wrong).waitFor();

    await page.getByRole('link', { name: account.login.forgot }).click();
    await send(recovery.forgot.submit);
    await expectFieldErrors(page, { [account.email]: messages.required });
    await email.fill('nobody@');
    await expectFieldErrors(page, { [account.email]: messages.email });

    await page.goto(`${paths.newPassword}?token=old&email=nobody@customer.test`);
    await send(recovery.newPassword.submit);
    await expectFieldErrors(page, { [account.settings.newPassword]: messages.password });
    await page.getByLabel(account.settings.newPassword, { exact: true }).fill('letters8');
    await page.getByLabel(account.confirmPassword).fill('letters9');
    await expectFieldErrors(page, { [account.confirmPassword]: messages.confirm });
  });
}

it('describes the product to visitors below a form that fits the first screen', async ({
  visitor: { page },
}) => {
  await page.addInitScript(() => localStorage.setItem('language', 'fr'));
  await page.setViewportSize({ width: 375, height: 667 });
  await page.goto(paths.login);
  const pitch = page.getByRole('complementary', { name: fr.account.pitch.label });
  await pitch.getByText('100 gratuites, puis à partir de 20 € HT les 5 000').waitFor();
  await pitch.getByText(nowrap(getText('fr', 'check.invalid'))).waitFor();
  const bottomOf = async (name: string): Promise<number> => {
    const { y = 0, height = 0 } =
      (await page.getByRole('button', { name, exact: true }).boundingBox()) ?? {};
    return y + height;
  };
  const submit = await bottomOf(fr.account.login.title);
  expect(submit).toBeLessThan(667);
  expect((await pitch.boundingBox())?.y).toBeGreaterThan(submit);
  await page.setViewportSize({ width: 1280, height: 800 });
  const card = await page.getByRole('main').boundingBox();
  expect((await pitch.boundingBox())?.x).toBeGreaterThan((card?.x ?? 0) + (card?.width ?? 0));
});

it('asks an unverified account for its code and the terms, and keeps it logged in for seven days', async ({
  visitor: { page, context },
  service,
}) => {
  const email = 'unverified@customer.test';
  await startRegistration(service, email, 'en');
  await page.goto(paths.login);
  await page.getByLabel(t('account.email'), { exact: true }).fill(email);
  await page.getByLabel(t('account.password'), { exact: true }).fill(CUSTOMER_PASSWORD);
  const [resent] = await Promise.all([
    page.waitForRequest('**/api/resend-otp'),
    page.keyboard.press('Enter'),
  ]);
  expect(resent.postDataJSON()).toMatchObject({ email });
  await page.waitForURL(`**${paths.otp}`);
  await waitForToast(page, getText('en', 'error.code_on_its_way'));
  expect(await getCookie(context, 'email')).toMatchObject({ path: '/', days: 1 });

  const code = await waitForCode(service, email);
  const wrong = code === '1234' ? '4321' : '1234';
  await page.getByLabel(t('registration.otp.digit', { index: '1', total: '4' })).fill(wrong);
  await waitForToast(page, apiText('error.wrong_code'));
  await page.getByRole('button', { name: t('registration.otp.resend') }).click();
  await waitForToast(page, getText('en', 'error.code_on_its_way'));
  await page.getByLabel(t('registration.otp.digit', { index: '1', total: '4' })).fill(code);
  await waitForToast(page, t('account.login.done'));

  await page.waitForURL(`**${paths.terms}`);
  expect(await getCookie(context, 'session')).toMatchObject({ path: '/', days: 7 });
  expect(await getCookie(context, 'email')).toBeUndefined();
  await page.getByRole('button', { name: t('layout.logout') }).click();
  await page.waitForURL(`**${paths.login}`);
  expect(await getCookie(context, 'session')).toBeUndefined();

  await page.getByLabel(t('account.email'), { exact: true }).fill(email);
  await page.getByLabel(t('account.password'), { exact: true }).fill(CUSTOMER_PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${paths.terms}`);
  const [accepted] = await Promise.all([
    page.waitForRequest('**/api/accept-terms'),
    page.getByRole('button', { name: t('legal.accept') }).click(),
  ]);
  expect(accepted.postDataJSON()).toEqual({ terms_accepted: 1 });
  expect(await accepted.allHeaders()).toMatchObject({
    authorization: `Bearer ${(await getCookie(context, 'session'))?.value}`,
    'x-csrf-token': expect.stringMatching(/./),
    'accept-language': 'en',
  });
  await page.waitForURL(`**${paths.dashboard}`);
});

it('emails a password reset link, after which only the new password works', async ({
  visitor: { page },
  service,
}) => {
  const { email } = await createReadyCustomer(service, 'forgets@customer.test');
  const before = (await service.mails(email)).length;
  await page.goto(paths.forgotPassword);
  await page.getByLabel(t('account.email')).fill(email);
  await page.getByRole('button', { name: t('recovery.forgot.submit') }).click();
  await waitForToast(page, t('recovery.forgot.done'));
  await page.getByText(`If ${email} has an account, a link is on its way.`).waitFor();

  const [mail] = await waitUntil(
    () => service.mails(email),
    (mails) => mails.length > before,
  );
  const link = /http\S+new-password\S+/.exec(mail?.text ?? '')?.[0] ?? '';
  await page.goto(link);
  await page.getByText(`For the account of ${email}.`).waitFor();
  expect(new URL(page.url()).search).toBe('');
  await page.getByLabel(t('account.settings.newPassword'), { exact: true }).fill('Another8sieve');
  await page.getByLabel(t('account.confirmPassword')).fill('Another8sieve');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${paths.login}`);
  await waitForToast(page, t('account.settings.passwordChanged'));

  await page.getByLabel(t('account.email'), { exact: true }).fill(email);
  await page.getByLabel(t('account.password'), { exact: true }).fill(CUSTOMER_PASSWORD);
  await page.keyboard.press('Enter');
  await waitForToast(page, apiText('error.wrong_credentials'));
  await page.getByLabel(t('account.password'), { exact: true }).fill('Another8sieve');
  await page.keyboard.press('Enter');
  await waitForToast(page, t('account.login.done'));
  expect(await toastsOf(page).getByText(t('account.login.done')).count()).toBe(1);
  await page.waitForURL(`**${paths.dashboard}`);
});

it('keeps the form in place while its call is running', async ({ visitor: { page } }) => {
  await page.route('**/api/login', () => new Promise(() => undefined));
  await page.goto(paths.login);
  await page.getByLabel(t('account.email'), { exact: true }).fill('nobody@customer.test');
  await page.getByLabel(t('account.password'), { exact: true }).fill('letters8');
  const button = page.getByRole('button', { name: t('account.login.title'), exact: true });
  const before = await button.boundingBox();
  await button.click();
  await page.locator('form [aria-busy=true]').waitFor();
  expect(await button.boundingBox()).toEqual(before);
});
