import type { Page, Route } from 'playwright-core';
import { generatePath } from 'react-router-dom';
import { expect } from 'vitest';
import { paths } from '../../web/src/lib/paths.ts';
import { CUSTOMER_PASSWORD, waitUntil } from '../support/customer.ts';
import { createReadyCustomer } from '../support/ready-customer.ts';
import { t } from './english.ts';
import { dropFiles } from './drop.ts';
import { FAILED_CALL_MESSAGE, it, logInAsCustomer, setCookie } from './visitor.ts';

/** Several concurrent uploads, which continue when the user opens other pages. */

it.override({ tolerated: FAILED_CALL_MESSAGE });

const text = 'someone@no-such-domain.test\nsomeone.else@no-such-domain.test\n';
const uploads = (page: Page) => page.getByRole('complementary', { name: t('uploads.title') });
const row = (page: Page, name: string) =>
  uploads(page).getByRole('listitem').filter({ hasText: name });
const press = (page: Page, name: string) =>
  uploads(page).getByRole('button', { name, exact: true }).click();
const verify = (page: Page) => page.getByRole('button', { name: t('lists.upload.send') }).click();

/** Whether the browser would ask for confirmation before leaving the page. */
const asksBeforeLeaving = (page: Page): Promise<boolean> =>
  page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));

/** Holds back uploads to the file store. Returns the pending requests. */
async function holdStorage(page: Page): Promise<Route[]> {
  const held: Route[] = [];
  await page.route(
    (url) => !url.pathname.startsWith('/api/'),
    (route) => (route.request().method() === 'POST' ? held.push(route) : route.fallback()),
  );
  return held;
}

const nextOf = (held: Route[]): Promise<Route> =>
  waitUntil(
    async () => held.shift(),
    (route) => route !== undefined,
  ).then((route) => route as Route);

it('uploads several files, across pages, an error, a lost connection and a cancellation', async ({
  visitor,
  service,
}) => {
  const { page } = visitor;
  const { api } = await logInAsCustomer(visitor, service, 'uploads@customer.test');
  const uploadRequests: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/upload'))
      uploadRequests.push(request.postDataJSON().file_name);
  });
  const held = await holdStorage(page);
  await page.goto(paths.dashboard);
  await page.getByText('Your lists will appear here.').waitFor();
  expect(await uploads(page).count()).toBe(0);

  const csv = (name: string) => ({ name, text });
  await dropFiles(page, csv('one.csv'), csv('two.csv'), { name: 'three.pdf', text: '%PDF' });
  const dialog = page.getByRole('dialog', { name: t('lists.upload.nameTitle') });
  await dialog.getByText(t('uploads.others')).waitFor();
  await verify(page);
  await row(page, 'three.pdf').getByText(t('lists.upload.rejected.type')).waitFor();
  await row(page, 'two').getByText('2 rows, 2 credits').waitFor();
  expect(uploadRequests).toEqual(['one.csv']);
  await press(page, t('uploads.verifyNamed', { name: 'two' }));
  await row(page, 'two').getByText(t('uploads.phase.queued')).waitFor();
  expect(await asksBeforeLeaving(page)).toBe(true);

  const first = await nextOf(held);
  await page.getByRole('link', { name: t('layout.api.title'), exact: true }).click();
  await page.waitForURL(`**${paths.apiKey}`);
  await uploads(page)
    .getByText(t('uploads.phase.sending', { percent: '2 under way · 1 not' }))
    .waitFor();
  await first.abort('connectionreset');
  await row(page, 'one').getByText(t('uploads.failure.cut')).waitFor();
  await (await nextOf(held)).fallback();
  await page.getByText(t('lists.upload.uploaded')).waitFor();
  await row(page, 'two')
    .getByRole('link', { name: t('uploads.open') })
    .waitFor();
  expect(await asksBeforeLeaving(page)).toBe(false);

  await press(page, t('uploads.retryNamed', { name: 'one' }));
  await (await nextOf(held)).fallback();
  await row(page, 'one').getByText(t('lists.message.finished')).waitFor();
  // The panel is as wide as the page below the header, so that it covers an element either
  // completely or not at all.
  const [panel, main] = await Promise.all([
    uploads(page).boundingBox(),
    page.locator('#main').boundingBox(),
  ]);
  expect(panel).toMatchObject({ x: main?.x, width: main?.width });
  expect(uploadRequests).toEqual(['one.csv', 'two.csv']);
  const names = async () =>
    (await api.listFiles()).data.data.map(({ file_name: name }) => name).toSorted();
  // The lists exist once their uploads have been ingested.
  await waitUntil(names, ({ length }) => length === 2);
  await row(page, 'one')
    .getByRole('link', { name: t('uploads.open') })
    .click();
  await page.getByRole('heading', { level: 1, name: 'one' }).waitFor();
  // The pricing page shows the list as waiting until it has been ingested.
  await page.getByRole('link', { name: t('layout.pricing.title') }).click();
  await page.getByRole('heading', { level: 2, name: t('billing.pricing.subscriptions') }).waitFor();
  await page.getByText(t('lists.message.waiting')).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: t('layout.dashboard.title') }).click();
  await page.getByRole('row', { name: /\bone\b/ }).waitFor();

  await dropFiles(page, csv('four.csv'));
  await verify(page);
  await nextOf(held);
  await press(page, t('uploads.cancel', { name: 'four' }));
  await row(page, 'four').waitFor({ state: 'detached' });
  expect(await asksBeforeLeaving(page)).toBe(false);
  await press(page, t('uploads.clear'));
  await uploads(page).waitFor({ state: 'detached' });
  expect(await names()).toEqual(['one', 'two']);
});

/** A file with more addresses than a new account has credits. */
const many = {
  name: 'many.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    Array.from({ length: 120 }, (_, i) => `user.${i}@no-such-domain.test`).join('\n'),
  ),
};

it('opens the page of a list with a preview, which shows its price', async ({
  visitor,
  service,
}) => {
  const { page } = visitor;
  const { api } = await logInAsCustomer(visitor, service, 'uploads-look@customer.test');
  await page.goto(paths.dashboard);
  await page.getByText(t('lists.upload.drop')).waitFor();
  await page.locator('input[type=file]').setInputFiles(many);
  await page.getByRole('button', { name: t('preflight.sendAndLook', { size: 100 }) }).click();
  await page.waitForURL(/\/lists\/\w+$/);
  await page.getByText('Sample of 100: about 0% safe, 100% to remove').waitFor();
  await page
    .getByRole('button', { name: t('list.rest', { count: 20, price: '€5.00 excl. VAT' }) })
    .waitFor();
  expect(await uploads(page).count()).toBe(0);
  const { data: lists } = await api.listFiles();
  expect(lists.data.map(({ id }) => generatePath(paths.list, { id }))).toEqual([
    new URL(page.url()).pathname,
  ]);
});

it('uploads lists without enough credits first, then opens the prices for their sum', async ({
  visitor,
  service,
}) => {
  const { page } = visitor;
  const { api } = await logInAsCustomer(visitor, service, 'uploads-prices@customer.test');
  await page.goto(paths.dashboard);
  await page.getByText(t('lists.upload.drop')).waitFor();
  await page.locator('input[type=file]').setInputFiles([many, many]);
  const dialog = page.getByRole('dialog', { name: t('lists.upload.nameTitle') });
  await dialog.getByText(t('preflight.look', { size: 100, missing: 20 })).waitFor();
  await dialog.getByText(t('preflight.price', { price: '€5.00 excl. VAT' })).waitFor();
  await dialog.getByRole('button', { name: t('preflight.sendAndLook', { size: 100 }) }).click();
  const again = row(page, 'many').last();
  await again.getByText(t('paidCheck.recheck.missing', { count: 140 })).waitFor();
  await again.getByRole('button', { name: t('uploads.verifyNamed', { name: 'many' }) }).click();
  await page.waitForURL(`**${paths.pricing}?credits=140`);
  // The preview of the first list has used the credits, so the second list waits for all of its
  // credits.
  await page.getByText('Sample of 100: about 0% safe, 100% to remove').waitFor();
  await page.getByText(t('paidCheck.recheck.waits', { count: 120 })).waitFor();
  expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
    t('lists.awaitingCredits'),
    t('billing.pricing.packs'),
    t('billing.pricing.subscriptions'),
    t('billing.pricing.common'),
  ]);
  expect(await asksBeforeLeaving(page)).toBe(false);
  await waitUntil(
    async () => (await api.listFiles()).data.data.filter(({ status }) => status === 5),
    ({ length }) => length === 2,
  );
  await uploads(page).waitFor({ state: 'detached' });
});

it('does not continue in another account', async ({ visitor, service }) => {
  const { page } = visitor;
  const { token } = await createReadyCustomer(service, 'uploads-first@customer.test');
  const other = await createReadyCustomer(service, 'uploads-second@customer.test');
  await setCookie(visitor, { session: token }, service);
  const held = await holdStorage(page);
  await page.goto(paths.dashboard);
  await page.getByText('Your lists will appear here.').waitFor();
  await dropFiles(page, { name: 'mine.csv', text }, { name: 'mine-too.csv', text });
  await verify(page);
  await nextOf(held);
  await press(page, t('uploads.verifyNamed', { name: 'mine-too' }));
  await page.getByRole('button', { name: t('layout.logout') }).click();
  const dialog = page.getByRole('dialog', { name: t('layout.logoutTitle') });
  await dialog.getByText('2 uploads are under way and stop when you log out.').waitFor();
  await dialog.getByRole('button', { name: t('layout.logout') }).click();

  await page.getByLabel(t('account.email')).fill('uploads-second@customer.test');
  await page.getByLabel(t('account.password'), { exact: true }).fill(CUSTOMER_PASSWORD);
  await page.getByRole('button', { name: t('account.login.title'), exact: true }).click();
  await page.getByText('Your lists will appear here.').waitFor();
  expect(await uploads(page).count()).toBe(0);
  await dropFiles(page, { name: 'theirs.csv', text });
  await verify(page);
  await (await nextOf(held)).fallback();
  await uploads(page).getByRole('button', { expanded: false }).click();
  await row(page, 'theirs')
    .getByRole('link', { name: t('uploads.open') })
    .waitFor();
  expect(await uploads(page).getByRole('listitem').count()).toBe(1);
  expect(held).toEqual([]);
  // The list exists once its upload has been ingested.
  const { data: lists } = await waitUntil(
    () => other.api.listFiles(),
    ({ data }) => data.data.length > 0,
  );
  expect(lists.data.map(({ file_name: name }) => name)).toEqual(['theirs']);
});
