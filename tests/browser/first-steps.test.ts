import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { generatePath } from 'react-router-dom';
import { paths } from '../../web/src/lib/paths.ts';
import { readyCustomer } from '../support/ready-customer.ts';
import { listAddresses, truthOf } from '../support/mailnet.ts';
import { waitForToast } from './toasts.ts';
import { it, remember } from './visitor.ts';

/** The first five minutes of a customer, and the first time they come back. */

const [ACCEPTED = ''] = truthOf(1, listAddresses(1, 200))
  .filter(({ reason, undecidable }) => reason === 'accepted' && !undecidable)
  .map(({ email }) => email);

const stepsOf = (page: Page) => page.getByRole('region', { name: 'Get started in three steps' });
const doneOf = (page: Page) =>
  stepsOf(page).locator('li').filter({ hasText: '(Done)' }).getByRole('heading').allTextContents();
const sampleOf = (page: Page) => page.getByRole('row', { name: 'Sample list' });

it('leads over a check and a sample to one’s own list, which is renamed and found', async ({
  visitor,
  service,
}) => {
  const { page } = visitor;
  const { token, api } = await readyCustomer(service, 'first-steps@customer.test');
  await remember(visitor, { session: token }, service);
  await page.goto(paths.dashboard);
  const steps = stepsOf(page);
  await steps.getByRole('heading', { name: 'Check one address' }).waitFor();
  expect(await doneOf(page)).toEqual([]);
  const prices = page.getByRole('link', { name: 'Buy more credits' });
  expect(await prices.getAttribute('href')).toBe(paths.pricing);
  await page.getByText('Your lists will appear here. Drop your first file above.').waitFor();
  await sampleOf(page).getByText('Sample', { exact: true }).waitFor();
  expect(
    await sampleOf(page)
      .getByRole('button', { name: /Delete|Rename/ })
      .count(),
  ).toBe(0);

  // The sample is a list as any other, and is looked at for nothing.
  await steps.getByRole('link', { name: 'Open the sample' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sample list' }).waitFor();
  await page.getByRole('tab', { name: 'Rows' }).click();
  const row = (name: string) => page.getByRole('button', { name, exact: true });
  await row('lea.martin@maple-bakery.example').waitFor();
  await page.getByLabel('Reason').selectOption('Mailbox full');
  await row('lea.martin@maple-bakery.example').waitFor({ state: 'detached' });
  await row('sofia82@webmail.example').click();
  await page.getByText('452 4.2.2 The mailbox is full: over quota').waitFor();
  expect(await page.getByRole('button', { name: /^(Delete|Rename) Sample/ }).count()).toBe(0);
  await page.getByRole('link', { name: 'Verify email' }).click();
  await expect.poll(() => doneOf(page)).toEqual(['Look at a finished list (Done)']);

  await steps.getByRole('button', { name: 'Check an address' }).click();
  const field = page.getByLabel('Email address');
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.type(ACCEPTED);
  await page.keyboard.press('Enter');
  await page.getByRole('status').filter({ hasText: ACCEPTED }).waitFor();
  const two = ['Check one address (Done)', 'Look at a finished list (Done)'];
  await expect.poll(() => doneOf(page)).toEqual(two);
  await page.getByText('99 credits available').waitFor();
  await page.reload();
  await expect.poll(() => doneOf(page)).toEqual(two);

  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    steps.getByRole('button', { name: 'Choose a file' }).click(),
  ]);
  await chooser.setFiles({
    name: 'guests.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`email\n${ACCEPTED}\nnot an address\n`),
  });
  await page.getByRole('dialog').getByRole('button', { name: 'Verify this list' }).click();
  const mine = page.getByRole('row', { name: 'guests' });
  await mine.getByRole('button', { name: 'Download the result of guests' }).waitFor();
  expect(await sampleOf(page).count()).toBe(0);
  expect(await mine.getByRole('img').getAttribute('aria-label')).toBe(
    'Valid 1, Invalid 1, Risky 0, Unknown 0',
  );

  // The lists take the place of the steps.
  expect(await steps.count()).toBe(0);
  await prices.waitFor();
  await mine.getByRole('button', { name: 'Rename guests' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rename this list' });
  await dialog.getByLabel('List name').fill(' ');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await dialog.getByText('This field is required').waitFor();
  await dialog.getByLabel('List name').fill('Invités d’été');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await waitForToast(page, 'List renamed.');
  const renamed = page.getByRole('row', { name: 'Invités d’été' });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    renamed.getByRole('button', { name: 'Download the result' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Invités d’été.csv');
  const search = page.getByRole('searchbox', { name: 'Search by name' });
  await search.fill('guests of another');
  await page.getByText('No list matches “guests of another”.').waitFor();
  await search.fill('INVITES');
  await renamed.waitFor();
  expect((await api.listFiles()).data).toMatchObject({ total: 1 });
});

it('has the way to a result within the first screen of a phone', async ({ visitor, service }) => {
  const { page } = visitor;
  const { token } = await readyCustomer(service, 'on-a-phone@customer.test');
  await remember(visitor, { session: token }, service);
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto(generatePath(paths.list, { id: 'sample' }));
  const save = page.getByRole('button', { name: /^Download \d+ safe addresses$/ });
  await save.waitFor();
  const box = await save.boundingBox();
  expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(812);
});

it('hides the steps and the sample where they are not wanted, for good', async ({
  visitor,
  service,
}) => {
  const { page } = visitor;
  const { token } = await readyCustomer(service, 'no-steps@customer.test');
  await remember(visitor, { session: token }, service);
  await page.goto(paths.dashboard);
  await page.getByRole('button', { name: 'Hide the first steps' }).click();
  await page.getByText('One-time credit packs that never expire.').waitFor();
  expect(await page.locator('h1').evaluate((title) => title === document.activeElement)).toBe(true);
  await page.getByRole('button', { name: 'Hide the sample list' }).click();
  await sampleOf(page).waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText('Your lists will appear here. Drop your first file above.').waitFor();
  expect([await stepsOf(page).count(), await sampleOf(page).count()]).toEqual([0, 0]);
});
