import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { generatePath } from 'react-router-dom';
import { paths } from '../../web/src/lib/paths.ts';
import { listAddresses, expectedVerdictsOf } from '../support/mailnet.ts';
import { apiText, t } from './english.ts';
import { waitForToast } from './toasts.ts';
import { it, logInAsCustomer } from './visitor.ts';

/** The steps that lead a new customer to a first result, and the sample list. */

const [ACCEPTED = ''] = expectedVerdictsOf(1, listAddresses(1, 200))
  .filter(({ reason, undecidable }) => reason === 'accepted' && !undecidable)
  .map(({ email }) => email);

const stepsOf = (page: Page) => page.getByRole('region', { name: t('start.title') });
const doneOf = (page: Page) =>
  stepsOf(page).locator('li').filter({ hasText: '(Done)' }).locator('a, button').allTextContents();
const sampleOf = (page: Page) => page.getByRole('row', { name: 'Sample list' });

it('leads through a check and a sample to a first list, which can be renamed and found', async ({
  visitor,
  service,
}) => {
  const { page } = visitor;
  const { api } = await logInAsCustomer(visitor, service, 'first-steps@customer.test');
  await page.goto(paths.dashboard);
  const steps = stepsOf(page);
  await steps.getByRole('button', { name: t('start.check') }).waitFor();
  expect(await doneOf(page)).toEqual([]);
  const prices = page.getByRole('link', { name: t('lists.buyMore.link') });
  expect(await prices.getAttribute('href')).toBe(paths.pricing);
  await page.getByText(t('lists.empty')).waitFor();
  await sampleOf(page).waitFor();
  expect(
    await sampleOf(page)
      .getByRole('button', { name: /Delete|Rename/ })
      .count(),
  ).toBe(0);

  // The sample opens like a real list, but costs nothing, and cannot be renamed or deleted.
  await steps.getByRole('link', { name: t('start.sample') }).click();
  await page.getByRole('heading', { level: 1, name: 'Sample list' }).waitFor();
  await page.getByRole('tab', { name: t('preflight.figure.rows') }).click();
  const row = (name: string) => page.getByRole('button', { name, exact: true });
  await row('lea.martin@maple-bakery.example').waitFor();
  await page.getByLabel(t('list.rows.reason')).selectOption(t('checks.reason.mailbox_full'));
  await row('lea.martin@maple-bakery.example').waitFor({ state: 'detached' });
  await row('sofia82@webmail.example').click();
  await page.getByText('452 4.2.2 The mailbox is full: over quota').waitFor();
  expect(await page.getByRole('button', { name: /^(Delete|Rename) Sample/ }).count()).toBe(0);
  await page.getByRole('link', { name: t('layout.dashboard.title') }).click();
  await expect.poll(() => doneOf(page)).toEqual([t('start.sample')]);

  await steps.getByRole('button', { name: t('start.check') }).click();
  const field = page.getByLabel(t('checks.label'));
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.type(ACCEPTED);
  await page.keyboard.press('Enter');
  await page.getByRole('status').filter({ hasText: ACCEPTED }).waitFor();
  const two = [t('start.check'), t('start.sample')];
  await expect.poll(() => doneOf(page)).toEqual(two);
  await page.getByText(t('layout.credits', { count: 99 })).waitFor();
  await page.reload();
  await expect.poll(() => doneOf(page)).toEqual(two);

  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    steps.getByRole('button', { name: t('start.own') }).click(),
  ]);
  await chooser.setFiles({
    name: 'guests.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`email\n${ACCEPTED}\nnot an address\n`),
  });
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('lists.upload.send') })
    .click();
  const mine = page.getByRole('row', { name: 'guests' });
  await mine.getByRole('button', { name: t('lists.downloadNamed', { name: 'guests' }) }).waitFor();
  expect(await sampleOf(page).count()).toBe(0);
  expect(await mine.getByRole('img').getAttribute('aria-label')).toBe(
    'Valid 1, Invalid 1, Risky 0, Unknown 0',
  );

  // Once there are lists, they replace the steps.
  expect(await steps.count()).toBe(0);
  await prices.waitFor();
  await mine.getByRole('button', { name: t('lists.rename', { name: 'guests' }) }).click();
  const dialog = page.getByRole('dialog', { name: t('start.renameTitle') });
  await dialog.getByLabel(t('lists.name')).fill(' ');
  await dialog.getByRole('button', { name: t('start.renameSave') }).click();
  await dialog.getByText(apiText('field.required')).waitFor();
  await dialog.getByLabel(t('lists.name')).fill('Invités d’été');
  await dialog.getByRole('button', { name: t('start.renameSave') }).click();
  await waitForToast(page, t('start.renamed'));
  const renamed = page.getByRole('row', { name: 'Invités d’été' });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    renamed.getByRole('button', { name: 'Download the result' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Invités d’été.csv');
  const search = page.getByRole('searchbox', { name: t('lists.search') });
  await search.fill('guests of another');
  await page.getByText(t('lists.noMatch', { text: 'guests of another' })).waitFor();
  await search.fill('INVITES');
  await renamed.waitFor();
  expect((await api.listFiles()).data).toMatchObject({ total: 1 });
});

it('shows the way to a result on the first screen of a phone', async ({ visitor, service }) => {
  const { page } = visitor;
  await logInAsCustomer(visitor, service, 'on-a-phone@customer.test');
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto(generatePath(paths.list, { id: 'sample' }));
  const save = page.getByRole('button', { name: /^Download \d+ addresses$/ });
  await save.waitFor();
  const box = await save.boundingBox();
  expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(812);
});

it('hides the steps and the sample permanently when they are dismissed', async ({
  visitor,
  service,
}) => {
  const { page } = visitor;
  await logInAsCustomer(visitor, service, 'no-steps@customer.test');
  await page.goto(paths.dashboard);
  await page.getByRole('button', { name: t('start.close') }).click();
  await page.getByText(t('lists.buyMore.text')).waitFor();
  expect(await page.locator('h1').evaluate((title) => title === document.activeElement)).toBe(true);
  await page.getByRole('button', { name: t('start.hideSample') }).click();
  await sampleOf(page).waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText(t('lists.empty')).waitFor();
  expect([await stepsOf(page).count(), await sampleOf(page).count()]).toEqual([0, 0]);
});
