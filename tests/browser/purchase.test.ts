import { expect } from 'vitest';
import { paths } from '../../web/src/lib/paths.ts';
import { signUp } from '../support/customer.ts';
import { it, remember } from './visitor.ts';

/** From the plans over the payment page and back, as a customer goes. */

it('buys a pack, sees its credits, its receipt and the API key that comes with it', async ({
  visitor,
  service,
}) => {
  const { page, context } = visitor;
  const { token } = await signUp(service, 'buys@customer.test');
  await remember(visitor, { session: token }, service);

  await page.goto(paths.pricing);
  await page.getByRole('link', { name: 'Buy 1,000 credits', exact: true }).click();
  await page.getByText('Test mode').waitFor();
  await page.getByRole('button', { name: 'Pay €5.00' }).click();

  await page.waitForURL(`**${paths.invoices}?purchase=ok`);
  await page.getByText('Thank you.').waitFor();
  const row = page.getByRole('row').filter({ hasText: '€5.00' });
  await row.waitFor();
  expect(await row.getByRole('cell').allTextContents()).toEqual([
    '1',
    '1,000',
    '€5.00',
    expect.stringMatching(/^\d{1,2} \w+ \d{4}$/),
    'Paid',
    expect.stringMatching(/^Open/),
  ]);
  await page.getByText('1,100 credits available').waitFor();

  const [receipt] = await Promise.all([
    context.waitForEvent('page'),
    row.getByRole('link', { name: 'Open' }).click(),
  ]);
  await receipt.getByText('€5.00').first().waitFor();

  await page.getByRole('link', { name: 'API' }).click();
  await page.getByText(/^tms_live_\w{36}$/).waitFor();
});

it('is led back with a sentence when a link to a payment is too old', async ({
  visitor,
  service,
}) => {
  const { page } = visitor;
  const { token } = await signUp(service, 'late@customer.test');
  await remember(visitor, { session: token }, service);
  await page.goto('/api/checkout?plan=pack_1000&t=old');
  await page.waitForURL(`**${paths.pricing}?error=expired`);
  await page.getByText('This link has expired.').waitFor();
});
