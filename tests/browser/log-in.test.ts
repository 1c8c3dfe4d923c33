import { expect } from 'vitest';
import { text } from '../../shared/texts/text.ts';
import { unbroken } from '../../web/src/i18n/unbroken.ts';
import { en, fr } from '../../web/src/testing/texts.ts';
import { paths } from '../../web/src/lib/paths.ts';
import { PASSWORD, codeFor, startRegistration, until } from '../support/customer.ts';
import { readyCustomer } from '../support/ready-customer.ts';
import { cookieOf } from './cookies.ts';
import { expectErrors } from './fields.ts';
import { toastsOf, waitForToast } from './toasts.ts';
import { FAILED_CALL, it } from './visitor.ts';

/** From the login to the first page, and the way to a new password. */

it.override({ tolerated: FAILED_CALL });

const MESSAGES = {
  en: {
    t: en.account,
    required: 'This field is required',
    email: 'Email is not valid email',
    password: 'Your password must be 8 characters long and must include letters and numbers',
    confirm: "The confirm password doesn't match the password",
    wrong: 'The email or the password is wrong',
  },
  fr: {
    t: fr.account,
    required: 'Ce champ est obligatoire',
    email: 'L’adresse e-mail n’est pas valide',
    password:
      'Votre mot de passe doit comporter au moins 8 caractères, dont des lettres et des chiffres',
    confirm: 'La confirmation ne correspond pas au mot de passe',
    wrong: 'L’adresse e-mail ou le mot de passe est incorrect',
  },
} as const;

for (const language of ['en', 'fr'] as const) {
  const { t, ...says } = unbroken(MESSAGES[language]);

  it(`says in ${language} what is wrong with a login or a new password`, async ({
    visitor: { page },
  }) => {
    await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
    const email = page.getByLabel(t.email, { exact: true });
    const send = (name: string) => page.getByRole('button', { name, exact: true }).click();

    await page.goto(paths.login);
    await send(t.login.title);
    await expectErrors(page, { [t.email]: says.required, [t.password]: says.password });
    await email.fill('nobody');
    await page.getByLabel(t.password, { exact: true }).fill('letters');
    await expectErrors(page, { [t.email]: says.email, [t.password]: says.password });
    await email.fill('nobody@customer.test');
    await page.getByLabel(t.password, { exact: true }).fill('letters8');
    await expectErrors(page, {});
    await send(t.login.title);
    await waitForToast(page, says.wrong);
    await page.locator('form').getByText(says.wrong).waitFor();

    await page.getByRole('link', { name: t.login.forgot }).click();
    await send(t.forgot.submit);
    await expectErrors(page, { [t.email]: says.required });
    await email.fill('nobody@');
    await expectErrors(page, { [t.email]: says.email });

    await page.goto(`${paths.newPassword}?token=old&email=nobody@customer.test`);
    await send(t.newPassword.submit);
    await expectErrors(page, { [t.settings.newPassword]: says.password });
    await page.getByLabel(t.settings.newPassword, { exact: true }).fill('letters8');
    await page.getByLabel(t.confirmPassword).fill('letters9');
    await expectErrors(page, { [t.confirmPassword]: says.confirm });
  });
}

it('tells who does not know it what this is, after a form that fits the first screen', async ({
  visitor: { page },
}) => {
  await page.addInitScript(() => localStorage.setItem('language', 'fr'));
  await page.setViewportSize({ width: 375, height: 667 });
  await page.goto(paths.login);
  const pitch = page.getByRole('complementary', { name: fr.account.pitch.label });
  await pitch
    .getByText('100 vérifications offertes, puis 20 € les 5 000 et 1 000 € le million')
    .waitFor();
  await pitch.getByText(unbroken(text('fr', 'check.invalid'))).waitFor();
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

it('asks an unverified account for its code, then for the terms, and is in for seven days', async ({
  visitor: { page, context },
  service,
}) => {
  const email = 'unverified@customer.test';
  await startRegistration(service, email, 'en');
  await page.goto(paths.login);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  const [resent] = await Promise.all([
    page.waitForRequest('**/api/resend-otp'),
    page.keyboard.press('Enter'),
  ]);
  expect(resent.postDataJSON()).toMatchObject({ email });
  await page.waitForURL(`**${paths.otp}`);
  await waitForToast(page, text('en', 'error.code_on_its_way'));
  expect(await cookieOf(context, 'email')).toMatchObject({ path: '/', days: 1 });

  const code = await codeFor(service, email);
  const wrong = code === '1234' ? '4321' : '1234';
  await page.getByLabel('Digit 1 of 4').fill(wrong);
  await waitForToast(page, 'This code is wrong or no longer valid');
  await page.getByRole('button', { name: 'Send a new code' }).click();
  await waitForToast(page, text('en', 'error.code_on_its_way'));
  await page.getByLabel('Digit 1 of 4').fill(code);
  await waitForToast(page, 'You are logged in.');

  await page.waitForURL(`**${paths.terms}`);
  expect(await cookieOf(context, 'session')).toMatchObject({ path: '/', days: 7 });
  expect(await cookieOf(context, 'email')).toBeUndefined();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL(`**${paths.login}`);
  expect(await cookieOf(context, 'session')).toBeUndefined();

  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${paths.terms}`);
  const [accepted] = await Promise.all([
    page.waitForRequest('**/api/accept-terms'),
    page.getByRole('button', { name: 'I accept' }).click(),
  ]);
  expect(accepted.postDataJSON()).toEqual({ terms_accepted: 1 });
  expect(await accepted.allHeaders()).toMatchObject({
    authorization: `Bearer ${(await cookieOf(context, 'session'))?.value}`,
    'x-csrf-token': expect.stringMatching(/./),
    'accept-language': 'en',
  });
  await page.waitForURL(`**${paths.dashboard}`);
});

it('mails a link to a new password, which then is the one to log in with', async ({
  visitor: { page },
  service,
}) => {
  const { email } = await readyCustomer(service, 'forgets@customer.test');
  const before = (await service.mails(email)).length;
  await page.goto(paths.forgotPassword);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await waitForToast(page, 'If this address has an account, an email is on its way.');
  await page.getByText(`If ${email} has an account, a link is on its way.`).waitFor();

  const [mail] = await until(
    () => service.mails(email),
    (mails) => mails.length > before,
  );
  const link = /http\S+new-password\S+/.exec(mail?.text ?? '')?.[0] ?? '';
  await page.goto(link);
  await page.getByText(`For the account of ${email}.`).waitFor();
  expect(new URL(page.url()).search).toBe('');
  await page.getByLabel('New password', { exact: true }).fill('Another8sieve');
  await page.getByLabel('Confirm password').fill('Another8sieve');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${paths.login}`);
  await waitForToast(page, 'Your password is updated.');

  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await waitForToast(page, 'The email or the password is wrong');
  await page.getByLabel('Password', { exact: true }).fill('Another8sieve');
  await page.keyboard.press('Enter');
  await waitForToast(page, 'You are logged in.');
  expect(await toastsOf(page).getByText('You are logged in.').count()).toBe(1);
  await page.waitForURL(`**${paths.dashboard}`);
});
