import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Language } from '../../shared/model/account.ts';
import { unbroken } from '../../web/src/i18n/unbroken.ts';
import { en, fr } from '../../web/src/testing/texts.ts';
import { paths } from '../../web/src/lib/paths.ts';
import { PASSWORD } from '../support/customer.ts';
import { cookieOf } from './cookies.ts';
import { expectErrors } from './fields.ts';
import { toastsOf, waitForToast } from './toasts.ts';
import { FAILED_CALL, it } from './visitor.ts';

/** The form of the sign-up. journey.test.ts signs up with it. */

it.override({ tolerated: FAILED_CALL });

const texts = { en, fr };
const MESSAGES = {
  en: {
    required: 'This field is required',
    email: 'Email is not valid email',
    password: 'Your password must be 8 characters long and must include letters and numbers',
    confirm: "The confirm password doesn't match the password",
    captcha: 'Captcha is Required',
  },
  fr: {
    required: 'Ce champ est obligatoire',
    email: 'L’adresse e-mail n’est pas valide',
    password:
      'Votre mot de passe doit comporter au moins 8 caractères, dont des lettres et des chiffres',
    confirm: 'La confirmation ne correspond pas au mot de passe',
    captcha: 'Le captcha est obligatoire',
  },
} as const satisfies Record<Language, Record<string, string>>;

const submit = (page: Page, language: Language = 'en') =>
  page.getByRole('button', { name: texts[language].account.signup.submit }).click();

for (const language of ['en', 'fr'] as const) {
  const [{ account }, says] = [texts[language], unbroken(MESSAGES[language])];

  it(`says in ${language} what is wrong with each field`, async ({ visitor: { page } }) => {
    await page.goto(`${paths.signup}?lang=${language}`);
    await page.getByRole('heading', { name: account.signup.title }).waitFor();
    await submit(page, language);
    await expectErrors(page, {
      [account.firstName]: says.required,
      [account.lastName]: says.required,
      [account.email]: says.required,
      [account.password]: says.password,
      [account.signup.agree]: says.required,
      [account.captcha.label]: says.captcha,
    });

    const password = page.getByLabel(account.password, { exact: true });
    const confirmed = page.getByLabel(account.confirmPassword);
    await page.getByLabel(account.email, { exact: true }).fill('ada@martin');
    await confirmed.fill('another1');
    const wrong = { [account.password]: says.password };
    for (const chosen of ['short1', 'lettersonly', '12345678']) {
      await password.fill('letters8');
      await expectErrors(page, expect.not.objectContaining(wrong));
      await password.fill(chosen);
      await expectErrors(page, expect.objectContaining(wrong));
    }
    await password.fill('letters8');
    await submit(page, language);
    await expectErrors(
      page,
      expect.objectContaining({
        [account.email]: says.email,
        [account.confirmPassword]: says.confirm,
      }),
    );
    expect(await toastsOf(page).count()).toBe(0);
  });
}

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Martin');
  await page.getByLabel('Email', { exact: true }).fill('ada@customer.test');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await page.getByLabel('I accept the general conditions').check();
}

async function solveCaptcha(page: Page): Promise<void> {
  await page.getByLabel('I am not a robot').check();
  await page.getByText('Checked. Thank you.').waitFor();
}

it('takes its language and the partner from the link', async ({ visitor: { page, context } }) => {
  const chosen = page.getByLabel(/Email language|Langue de nos e-\u2060mails/);
  await page.goto(`${paths.signup}?partner_key=first`);
  expect(await chosen.inputValue()).toBe('en');
  expect(await chosen.locator('option').allTextContents()).toEqual(['English', 'Français']);
  await page.goto(`${paths.signup}?lang=fr&ref=second`);
  await page.getByRole('heading', { name: fr.account.signup.title }).waitFor();
  expect(await chosen.inputValue()).toBe('fr');
  const partner = await cookieOf(context, 'partner_key');
  expect(partner).toEqual({ value: 'second', path: '/', days: 365 });

  await page.getByRole('link', { name: fr.account.login.title }).click();
  await page.getByRole('heading', { name: fr.account.login.title }).waitFor();
});

it('asks about a slip in the email', async ({ visitor: { page } }) => {
  await page.goto(paths.signup);
  const email = page.getByLabel('Email', { exact: true });
  await email.fill('ada@gmial.com');
  await page.getByRole('button', { name: 'Did you mean ada@gmail.com?' }).press('Enter');
  expect(await email.inputValue()).toBe('ada@gmail.com');
  await expectErrors(page, {});
});

it('wants another captcha after a refusal, keeps the rest, and knows an account that needs no code', async ({
  visitor: { page, context },
}) => {
  await page.goto(`${paths.signup}?partner_key=partner`);
  await fillIn(page);
  await submit(page);
  await expectErrors(page, { 'I am not a robot': 'Captcha is Required' });
  await solveCaptcha(page);
  await expectErrors(page, {});

  await page.route('**/api/register', (route) =>
    route.fulfill({
      status: 422,
      json: {
        message: ['This address cannot be used'],
        code: 'validation',
        fields: { email: ['This address cannot be used'] },
      },
    }),
  );
  await submit(page);
  await waitForToast(page, 'This address cannot be used');
  await expectErrors(page, { Email: 'This address cannot be used' });
  expect(await page.getByLabel('I am not a robot').isChecked()).toBe(false);
  expect(await page.getByLabel('First name').inputValue()).toBe('Ada');

  await page.unroute('**/api/register');
  await page.route('**/api/register', (route) =>
    route.fulfill({
      json: { data: { email: 'ada@customer.test', verified: true, registration: 'secret' } },
    }),
  );
  // Who sends the form while the captcha is still being solved does not have to do so again.
  await page.route('**/api/captcha', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await page.getByLabel('I am not a robot').check();
  const [request] = await Promise.all([page.waitForRequest('**/api/register'), submit(page)]);
  expect(request.postDataJSON()).toEqual({
    first_name: 'Ada',
    last_name: 'Martin',
    email: 'ada@customer.test',
    password: PASSWORD,
    confirm_password: PASSWORD,
    agree_policy: true,
    language: 'en',
    'g-recaptcha-response': expect.stringMatching(/^[\w+/=]{100,}$/),
    partner_key: 'partner',
  });
  await page.waitForURL(`**${paths.login}`);
  await waitForToast(page, 'Your account is created.');
  expect(await cookieOf(context, 'email')).toMatchObject({ path: '/', days: 1 });
});
