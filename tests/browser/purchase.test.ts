import { expect } from 'vitest';
import { generatePath } from 'react-router-dom';
import { docsPath, paths } from '../../web/src/lib/paths.ts';
import { uploadList, waitForStatus } from '../support/customer.ts';
import { t } from './english.ts';
import { waitForToast } from './toasts.ts';
import { it, logInAsCustomer } from './visitor.ts';

/** A customer's path from the plans through the payment page and back. */

it('buys a pack, and shows its credits, its receipt and the API key that it creates', async ({
  visitor,
  service,
}) => {
  const { page, context } = visitor;
  await logInAsCustomer(visitor, service, 'buys@customer.test');

  await page.goto(paths.pricing);
  await page.getByRole('link', { name: 'Buy 1,000 credits', exact: true }).click();
  await page.getByText('Test mode').waitFor();
  await page.getByRole('button', { name: 'Pay €5.00' }).click();

  await page.waitForURL(`**${paths.invoices}*`);
  await page.getByText('Thank you.').waitFor();
  const row = page.getByRole('row').filter({ hasText: '€5.00' });
  await row.waitFor();
  expect(await row.getByRole('cell').allTextContents()).toEqual([
    '1',
    '1,000',
    '€5.00no VAT',
    expect.stringMatching(/^\d{1,2} \w+ \d{4}$/),
    t('billing.status.paid'),
    expect.stringMatching(/^TAMIS-\d+.*PDF/),
    expect.stringMatching(/^Open/),
  ]);
  await page.getByText(t('layout.credits', { count: 1100 })).waitFor();
  // The thank-you message does not reappear after a reload.
  await page.reload();
  await row.waitFor();
  expect(await page.getByText('Thank you.').count()).toBe(0);

  const [receipt] = await Promise.all([
    context.waitForEvent('page'),
    row.getByRole('link', { name: /^Open/ }).click(),
  ]);
  await receipt.getByText('€5.00').first().waitFor();

  await page.getByRole('link', { name: t('layout.api.title'), exact: true }).click();
  await page.getByRole('heading', { level: 1, name: t('layout.api.title'), exact: true }).waitFor();
  const shown = page.getByText(/^tms_live_\w{36}$/);
  const mask = page.getByText(/^tms_live_…\w{4}$/).first();
  await mask.waitFor();
  expect(await shown.count()).toBe(0);
  await page.getByRole('button', { name: t('programs.showNamed', { name: 'API key' }) }).click();
  const key = await shown.textContent();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: t('code.copyNamed', { name: 'API key' }) }).click();
  await waitForToast(page, t('programs.copied'));
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);

  const reset = page.getByRole('button', { name: t('programs.reset') });
  const dialog = page.getByRole('dialog', { name: t('programs.resetTitle') });
  await reset.click();
  await dialog.getByRole('button', { name: t('common.cancel') }).click();
  expect(await shown.textContent()).toBe(key);
  await reset.click();
  await dialog.getByRole('button', { name: t('programs.reset') }).click();
  await waitForToast(page, t('programs.resetDone'));
  expect(await shown.textContent()).not.toBe(key);

  const link = page.getByRole('link', { name: t('layout.apiDocs') });
  expect([await link.getAttribute('href'), await link.getAttribute('target')]).toEqual([
    docsPath,
    '_blank',
  ]);
});

it('subscribes, manages the subscription in a new tab and finds how to cancel it', async ({
  visitor,
  service,
}) => {
  const { page, context } = visitor;
  await logInAsCustomer(visitor, service, 'subscribes@customer.test');
  await page.goto(paths.apiKey);
  await page.getByRole('heading', { level: 1, name: t('programs.paidOnly') }).waitFor();
  const manage = page.getByRole('button', { name: /^Subscription/ });
  expect(await manage.count()).toBe(0);

  await page.goto(paths.invoices);
  const cancel = page.getByRole('button', { name: t('billing.invoices.cancel') });
  await page.getByText(t('billing.invoices.empty')).waitFor();
  expect(await cancel.count()).toBe(0);

  await page.goto(paths.pricing);
  await page
    .getByRole('link', {
      name: t('billing.pricing.subscribeNamed', { name: '5,000 credits a month' }),
    })
    .click();
  await page.getByRole('button', { name: 'Pay and subscribe' }).click();
  await page.waitForURL(`**${paths.invoices}*`);
  await page.getByText(t('layout.credits', { count: 5100 })).waitFor();

  const [portal] = await Promise.all([context.waitForEvent('page'), manage.click()]);
  await portal.waitForURL((url) => url.pathname !== 'blank' && !url.pathname.includes('invoices'));
  await portal.close();
  // On a laptop, the menu shows every item without scrolling, even with the subscription.
  await page.setViewportSize({ width: 1280, height: 900 });
  const hidden = await manage.evaluate((item) => {
    const { scrollHeight = 0, clientHeight = 0 } = item.closest('ul')?.parentElement ?? {};
    return scrollHeight - clientHeight;
  });
  expect(hidden).toBe(0);

  await page.goto(paths.pricing);
  const current = page.getByRole('button', { name: t('billing.pricing.current') });
  await current.waitFor();
  expect(await current.count()).toBe(1);
  expect(await current.isDisabled()).toBe(true);
  await page.goto(paths.invoices);
  await page.getByText(t('billing.pricing.creditsMonthly', { count: 5000 })).waitFor();
  await page.getByText(/^Renews on \d+ \w+ \d{4}\.$/).waitFor();
  const [request] = await Promise.all([
    page.waitForRequest('**/api/subscription?*'),
    cancel.click(),
  ]);
  expect(new URL(request.url()).search).toBe('?flow=cancel');
  await page.waitForURL((url) => url.pathname !== paths.invoices);
});

it('shows which list has resumed, and no thanks if nothing was paid', async ({
  visitor,
  service,
}) => {
  const { page } = visitor;
  const customer = await logInAsCustomer(visitor, service, 'waits-for-credits@customer.test');
  const lines = Array.from({ length: 150 }, (_, at) => `${at}@no-such-domain.test\n`);
  const list = await uploadList(customer, 'Guests', {
    name: 'guests.csv',
    bytes: Buffer.from(lines.join('')),
  });
  await waitForStatus(customer, list, 5);
  await page.goto(paths.pricing);
  await page
    .getByRole('link', {
      name: t('billing.pricing.subscribeNamed', { name: '25,000 credits a month' }),
    })
    .click();
  await page.getByRole('button', { name: 'Pay and subscribe' }).click();
  await page.getByText('Your list has resumed: Guests.').waitFor();
  expect(await page.getByRole('link', { name: 'Guests' }).getAttribute('href')).toBe(
    `/lists/${list}`,
  );
  await page.getByText(t('billing.invoices.left', { count: 24950 })).waitFor();

  await page.goto(paths.pricing);
  const smaller = page.getByRole('button', {
    name: t('billing.change.buttonNamed', { name: '5,000 credits a month' }),
  });
  await smaller.press('Enter');
  const confirmation = page.getByRole('dialog', {
    name: t('billing.change.title', { name: '5,000 credits a month' }),
  });
  await confirmation.getByText(t('billing.change.nothingToday')).waitFor();
  await page.keyboard.press('Escape');
  await confirmation.waitFor({ state: 'detached' });
  expect(await smaller.evaluate((element) => element === document.activeElement)).toBe(true);
  await page
    .getByRole('button', {
      name: t('billing.change.buttonNamed', { name: '100,000 credits a month' }),
    })
    .click();
  await page
    .getByText(
      t('billing.change.today', { price: '€120.00 excl. VAT', credits: '100,000 credits' }),
    )
    .waitFor();
  await page.keyboard.press('Escape');
  await smaller.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: t('registration.otp.submit') }).click();
  await page.getByText('Nothing was charged').waitFor();
  expect(await page.getByText('Thank you.').count()).toBe(0);
  await page.getByText(/^Paid until .*, then 5,000 credits a month\./).waitFor();
});

it('pays for the rest of a list once, in two tabs, and shows its result on the same page', async ({
  visitor,
  service,
}) => {
  const { page, context } = visitor;
  const customer = await logInAsCustomer(visitor, service, 'pays-for-list@customer.test');
  const lines = Array.from({ length: 1200 }, (_, at) => `${at}@no-such-domain.test\n`);
  const list = await uploadList(customer, 'Guests', {
    name: 'guests.csv',
    bytes: Buffer.from(lines.join('')),
  });
  await waitForStatus(customer, list, 5);
  const path = generatePath(paths.list, { id: list });
  await page.goto(path);
  const other = await context.newPage();
  await other.goto(path);
  const name = /^Verify 1,\d+ addresses for €\d+/;
  await page.getByRole('button', { name }).dblclick();
  await page.getByText('Test mode').waitFor();
  await other.getByRole('button', { name }).click();
  await other.getByText('Test mode').waitFor();
  expect(other.url()).toBe(page.url());
  await other.getByRole('link', { name: /^Return to/ }).click();
  await other.waitForURL(`**${path}`);
  await page.getByRole('button', { name: /^Pay €/ }).click();
  await page.waitForURL(`**${path}?purchase=ok&since=*`);
  await page.getByText(t('list.chosen', { count: 0, total: 1200 })).waitFor();
  expect(await page.getByRole('button', { name }).count()).toBe(0);
  await page.goto(paths.invoices);
  await page.getByRole('row').nth(1).getByText(t('billing.status.paid')).waitFor();
  expect(await page.getByRole('row').count()).toBe(2);
});

it('explains that a payment link has expired', async ({ visitor, service }) => {
  const { page } = visitor;
  await logInAsCustomer(visitor, service, 'late@customer.test');
  await page.goto('/api/checkout?plan=pack_1000&t=old');
  await page.waitForURL(`**${paths.pricing}?error=expired`);
  await page.getByText('This link has expired.').waitFor();
});
