import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Language } from '../../shared/model/account.ts';
import { getText } from '../../shared/texts/text.ts';
import { nowrap } from '../../web/src/i18n/nowrap.ts';
import { en, fr } from '../../web/src/testing/texts.ts';
import { paths } from '../../web/src/lib/paths.ts';
import { CUSTOMER_PASSWORD } from '../support/customer.ts';
import { apiText, t } from './english.ts';
import { getCookie } from './cookies.ts';
import { expectFieldErrors } from './fields.ts';
import { toastsOf, waitForToast } from './toasts.ts';
import { FAILED_CALL_MESSAGE, it } from './visitor.ts';

/** The sign-up form; journey.test.ts completes a sign-up. */

it.override({ tolerated: FAILED_CALL_MESSAGE });

const texts = { en, fr };
const messagesIn = (language: Language) =>
  nowrap({
    required: getText(language, 'field.required'),
    email: getText(language, 'field.email'),
    password: getText(language, 'field.password'),
    confirm: getText(language, 'field.confirm_password'),
    captcha: getText(language, 'error.captcha_required'),
  });

const submit = (page: Page, language: Language = 'en') =>
  page.getByRole('button', { name: texts[language].registration.signup.submit }).click();

for (const language of ['en', 'fr'] as const) {
  const [{ account, registration }, messages] = [texts[language], messagesIn(language)];

  it(`explains in ${language} what is wrong with each field`, async ({ visitor: { page } }) => {
    await page.goto(`${paths.signup}?lang=${language}`);
    await page.getByRole('heading', { name: account.signup.title }).waitFor();
    await submit(page, language);
    await expectFieldErrors(page, {
      [account.firstName]: messages.required,
      [account.lastName]: messages.required,
      [account.email]: messages.required,
      [account.password]: messages.password,
      [registration.signup.agree]: messages.required,
      [registration.captcha.label]: messages.captcha,
    });

    const password = page.getByLabel(account.password, { exact: true });
    const confirmed = page.getByLabel(account.confirmPassword);
    await page.getByLabel(account.email, { exact: true }).fill('ada@martin');
    await confirmed.fill('another1');
    const wrong = { [account.password]: messages.password };
    for (const chosen of ['short1', 'lettersonly', '12345678']) {
      await password.fill('letters8');
      await expectFieldErrors(page, expect.not.objectContaining(wrong));
      await password.fill(chosen);
      await expectFieldErrors(page, expect.objectContaining(wrong));
    }
    await password.fill('letters8');
    await submit(page, language);
    await expectFieldErrors(
      page,
      expect.objectContaining({
        [account.email]: messages.email,
        [account.confirmPassword]: messages.confirm,
      }),
    );
    expect(await toastsOf(page).count()).toBe(0);
  });
}

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel(t('account.firstName')).fill('Ada');
  await page.getByLabel(t('account.lastName')).fill('Martin');
  await page.getByLabel(t('account.email'), { exact: true }).fill('ada@customer.test');
  await page.getByLabel(t('account.password'), { exact: true }).fill(CUSTOMER_PASSWORD);
  await page.getByLabel(t('account.confirmPassword')).fill(CUSTOMER_PASSWORD);
  await page.getByLabel(t('registration.signup.agree')).check();
}

async function solveCaptcha(page: Page): Promise<void> {
  await page.getByLabel(t('registration.captcha.label')).check();
  await page.getByText(t('registration.captcha.done')).waitFor();
}

it('takes the language and the partner from the link', async ({ visitor: { page, context } }) => {
  const chosen = page.getByLabel(/Email language|Langue de nos e-mails/);
  await page.goto(`${paths.signup}?partner_key=first`);
  expect(await chosen.inputValue()).toBe('en');
  expect(await chosen.locator('option').allTextContents()).toEqual(['English', 'Français']);
  await page.goto(`${paths.signup}?lang=fr&ref=second`);
  await page.getByRole('heading', { name: fr.account.signup.title }).waitFor();
  expect(await chosen.inputValue()).toBe('fr');
  const partner = await getCookie(context, 'partner_key');
  expect(partner).toEqual({ value: 'second', path: '/', days: 365 });

  await page.getByRole('link', { name: fr.account.login.title }).click();
  await page.getByRole('heading', { name: fr.account.login.title }).waitFor();
});

it('suggests a correction for a typo in the email', async ({ visitor: { page } }) => {
  await page.goto(paths.signup);
  const email = page.getByLabel(t('account.email'), { exact: true });
  await email.fill('ada@gmial.com');
  await page
    .getByRole('button', { name: t('common.suggestion', { email: 'ada@gmail.com' }) })
    .press('Enter');
  expect(await email.inputValue()).toBe('ada@gmail.com');
  await expectFieldErrors(page, {});
});

it('requires a new captcha after an error, keeps the input, and recognizes a confirmed account', async ({
  visitor: { page, context },
}) => {
  await page.goto(`${paths.signup}?partner_key=partner`);
  await fillIn(page);
  await submit(page);
  await expectFieldErrors(page, {
    [t('registration.captcha.label')]: apiText('error.captcha_required'),
  });
  await solveCaptcha(page);
  await expectFieldErrors(page, {});

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
  await expectFieldErrors(page, { [t('account.email')]: 'This address cannot be used' });
  expect(await page.getByLabel(t('registration.captcha.label')).isChecked()).toBe(false);
  expect(await page.getByLabel(t('account.firstName')).inputValue()).toBe('Ada');

  await page.unroute('**/api/register');
  await page.route('**/api/register', (route) =>
    route.fulfill({
      json: { data: { email: 'ada@customer.test', verified: true, registration: 'secret' } },
    }),
  );
  // A form submitted while the captcha is being solved is sent once it is solved.
  await page.route('**/api/captcha', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await page.getByLabel(t('registration.captcha.label')).check();
  const [request] = await Promise.all([page.waitForRequest('**/api/register'), submit(page)]);
  expect(request.postDataJSON()).toEqual({
    first_name: 'Ada',
    last_name: 'Martin',
    email: 'ada@customer.test',
    password: CUSTOMER_PASSWORD,
    confirm_password: CUSTOMER_PASSWORD,
    agree_policy: true,
    language: 'en',
    'g-recaptcha-response': expect.stringMatching(/^[\w+/=]{100,}$/),
    partner_key: 'partner',
  });
  await page.waitForURL(`**${paths.login}`);
  await waitForToast(page, t('registration.signup.done'));
  expect(await getCookie(context, 'email')).toMatchObject({ path: '/', days: 1 });
});
