import { expect } from 'vitest';
import { paths } from '../../web/src/lib/paths.ts';
import { CUSTOMER_PASSWORD } from '../support/customer.ts';
import { apiText, t } from './english.ts';
import { getCookie } from './cookies.ts';
import { expectFieldErrors } from './fields.ts';
import { waitForToast } from './toasts.ts';
import { FAILED_CALL_MESSAGE, it, logInAsCustomer } from './visitor.ts';

it.override({ tolerated: FAILED_CALL_MESSAGE });

const REQUIRED = apiText('field.required');

it('changes names and password according to the rules but not the email, and deletes the account', async ({
  visitor,
  service,
}) => {
  const { page, context } = visitor;
  const { email } = await logInAsCustomer(visitor, service, 'settings@customer.test');
  await page.goto(paths.settings);
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const save = () => page.getByRole('button', { name: t('common.save'), exact: true }).click();

  expect(await field(t('account.email')).inputValue()).toBe(email);
  expect(await field(t('account.email')).isEditable()).toBe(false);
  await page.getByText(t('account.settings.emailHint')).waitFor();
  await field(t('account.firstName')).fill(' ');
  await field(t('account.lastName')).fill('');
  await save();
  await expectFieldErrors(page, { 'First name': REQUIRED, 'Last name': REQUIRED });

  await field(t('account.firstName')).fill('Grace');
  await field(t('account.lastName')).fill('Hopper');
  await save();
  await waitForToast(page, t('account.settings.saved'));
  await page.getByText(t('layout.welcome', { name: 'Grace' })).waitFor();

  await field(t('account.settings.newPassword')).fill('letters');
  await save();
  await expectFieldErrors(page, {
    [t('account.settings.currentPassword')]: REQUIRED,
    [t('account.settings.newPassword')]: apiText('field.password'),
    [t('account.confirmPassword')]: REQUIRED,
  });
  await field(t('account.settings.currentPassword')).fill('not the one 1');
  await field(t('account.settings.newPassword')).fill('Another8sieve');
  await field(t('account.confirmPassword')).fill('Another9sieve');
  await expectFieldErrors(page, {
    [t('account.confirmPassword')]: apiText('field.confirm_password'),
  });
  await field(t('account.confirmPassword')).fill('Another8sieve');
  await save();
  await waitForToast(page, apiText('field.wrong_password'));
  await expectFieldErrors(page, { 'Current password': apiText('field.wrong_password') });
  await field(t('account.settings.currentPassword')).fill(CUSTOMER_PASSWORD);
  await save();
  await waitForToast(page, t('account.settings.passwordChanged'));
  expect(await field(t('account.settings.newPassword')).inputValue()).toBe('');
  const login = { email, password: 'Another8sieve' };
  await expect(service.client().login({ body: login })).resolves.toHaveProperty('data.token');

  const dialog = page.getByRole('dialog', { name: t('privacy.delete.question') });
  const remove = page.getByRole('button', { name: t('privacy.delete.submit'), exact: true });
  await remove.click();
  await dialog.getByRole('button', { name: t('common.cancel') }).click();
  await remove.click();
  const forGood = dialog.getByRole('button', { name: t('privacy.delete.confirm') });
  await forGood.click();
  await dialog.getByText(REQUIRED).waitFor();
  await dialog.getByLabel(t('account.settings.currentPassword')).fill(CUSTOMER_PASSWORD);
  await forGood.click();
  const mistake = dialog.getByRole('paragraph');
  await mistake.filter({ hasText: apiText('error.wrong_credentials') }).waitFor();
  await expect(service.client().login({ body: login })).resolves.toHaveProperty('data.token');
  await dialog.getByLabel(t('account.settings.currentPassword')).fill('Another8sieve');
  await forGood.click();
  await page.waitForURL(`**${paths.login}`);
  await waitForToast(page, t('privacy.delete.done'));
  expect(await getCookie(context, 'session')).toBeUndefined();
  await expect(service.client().login({ body: login })).rejects.toMatchObject({ status: 422 });
});
