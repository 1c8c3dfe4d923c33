import { expect } from 'vitest';
import { paths } from '../../web/src/lib/paths.ts';
import { PASSWORD } from '../support/customer.ts';
import { readyCustomer } from '../support/ready-customer.ts';
import { cookieOf } from './cookies.ts';
import { expectErrors } from './fields.ts';
import { waitForToast } from './toasts.ts';
import { FAILED_CALL, it, remember } from './visitor.ts';

it.override({ tolerated: FAILED_CALL });

const REQUIRED = 'This field is required';

it('changes names and password by the rules, never the email, and deletes the account', async ({
  visitor,
  service,
}) => {
  const { page, context } = visitor;
  const { email, token } = await readyCustomer(service, 'settings@customer.test');
  await remember(visitor, { session: token }, service);
  await page.goto(paths.settings);
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const save = () => page.getByRole('button', { name: 'Save', exact: true }).click();

  expect(await field('Email').inputValue()).toBe(email);
  expect(await field('Email').isEditable()).toBe(false);
  await page.getByText('The email cannot be changed.').waitFor();
  await field('First name').fill(' ');
  await field('Last name').fill('');
  await save();
  await expectErrors(page, { 'First name': REQUIRED, 'Last name': REQUIRED });

  await field('First name').fill('Grace');
  await field('Last name').fill('Hopper');
  await save();
  await waitForToast(page, 'Your personal information is updated.');
  await page.getByText('Welcome, Grace').waitFor();

  await field('New password').fill('letters');
  await save();
  await expectErrors(page, {
    'Current password': REQUIRED,
    'New password': 'Your password must be 8 characters long and must include letters and numbers',
    'Confirm password': REQUIRED,
  });
  await field('Current password').fill('not the one 1');
  await field('New password').fill('Another8sieve');
  await field('Confirm password').fill('Another9sieve');
  await expectErrors(page, {
    'Confirm password': "The confirm password doesn't match the password",
  });
  await field('Confirm password').fill('Another8sieve');
  await save();
  await waitForToast(page, 'The current password is wrong');
  await expectErrors(page, { 'Current password': 'The current password is wrong' });
  await field('Current password').fill(PASSWORD);
  await save();
  await waitForToast(page, 'Your password is updated.');
  expect(await field('New password').inputValue()).toBe('');
  const login = { email, password: 'Another8sieve' };
  await expect(service.client().login({ body: login })).resolves.toHaveProperty('data.token');

  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  const remove = page.getByRole('button', { name: 'Delete my account', exact: true });
  await remove.click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await remove.click();
  const forGood = dialog.getByRole('button', { name: 'Delete my account for good' });
  await forGood.click();
  await dialog.getByText(REQUIRED).waitFor();
  await dialog.getByLabel('Current password').fill(PASSWORD);
  await forGood.click();
  await dialog.getByText('The email or the password is wrong').waitFor();
  await expect(service.client().login({ body: login })).resolves.toHaveProperty('data.token');
  await dialog.getByLabel('Current password').fill('Another8sieve');
  await forGood.click();
  await page.waitForURL(`**${paths.login}`);
  await waitForToast(page, 'Your account is deleted.');
  expect(await cookieOf(context, 'session')).toBeUndefined();
  await expect(service.client().login({ body: login })).rejects.toMatchObject({ status: 422 });
});
