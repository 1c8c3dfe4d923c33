import type { Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import { paths } from '../../web/src/lib/paths.ts';
import { waitUntil } from '../support/customer.ts';
import { t } from './english.ts';
import { expectInViewport } from './in-viewport.ts';
import { FAILED_CALL_MESSAGE, it, logInAsCustomer, type BrowserVisitor } from './visitor.ts';

/** The banner about a submitted list stays in view for ten seconds, whichever page comes next. */

it.override({ tolerated: FAILED_CALL_MESSAGE });

const BANNER_MS = 10_000;

const csvOf = (name: string, addresses: number) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(
    Array.from({ length: addresses }, (_, i) => `user.${i}@no-such-domain.test`).join('\n'),
  ),
});

const bannerOf = (page: Page) => page.getByText(t('lists.upload.submitted'));
const now = (page: Page) => page.evaluate(() => Date.now());

async function chooseFiles(
  { page }: BrowserVisitor,
  viewport: { width: number; height: number },
  files: readonly ReturnType<typeof csvOf>[],
): Promise<void> {
  await page.clock.install();
  await page.setViewportSize(viewport);
  await page.goto(paths.dashboard);
  await page.getByText(t('lists.upload.drop')).waitFor();
  await page.locator('input[type=file]').setInputFiles([...files]);
}

/** Lets the page's clock run in small steps until the app has opened a URL. */
async function runUntil(page: Page, url: RegExp): Promise<void> {
  const STEP_MS = 100;
  while (!url.test(page.url())) {
    await page.clock.runFor(STEP_MS);
    await page.waitForTimeout(STEP_MS);
  }
}

/**
 * Submits, and expects the banner in view until 100 ms before its end, and no banner afterwards.
 * The page's clock is paused once the banner appears, so that its ten seconds do not pass while a
 * slow machine is busy. `follow` waits for the next page.
 */
async function expectBanner(
  page: Page,
  submit: () => Promise<unknown>,
  follow?: () => Promise<void>,
): Promise<void> {
  const before = await now(page);
  await submit();
  await bannerOf(page).waitFor();
  const shownAt = await now(page);
  await page.clock.pauseAt(shownAt + 1000);
  await expectInViewport(bannerOf(page), 'at first');
  await follow?.();
  for (let at = await now(page); at < before + BANNER_MS - 100; at += 900) {
    await page.clock.pauseAt(at);
    await expectInViewport(bannerOf(page), `after ${at - before} ms`);
  }
  await page.clock.pauseAt(shownAt + BANNER_MS + 1);
  await bannerOf(page).waitFor({ state: 'detached' });
}

const send = (page: Page) => page.getByRole('button', { name: t('lists.upload.send') });
const sendAndLook = (page: Page) =>
  page.getByRole('button', { name: t('preflight.sendAndLook', { size: 100 }) });

for (const viewport of [
  { width: 1366, height: 625 },
  { width: 390, height: 844 },
])
  it(`the banner appears on the dashboard, ${viewport.width} px wide, which does not scroll`, async ({
    visitor,
    service,
  }) => {
    const { page } = visitor;
    await logInAsCustomer(visitor, service, `banner-${viewport.width}@customer.test`);
    await chooseFiles(visitor, viewport, [csvOf('few.csv', 20)]);
    await expectBanner(page, () => send(page).click());
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

it('the banner appears on the page of a list with a preview, where it covers no link', async ({
  visitor,
  service,
}) => {
  const { page } = visitor;
  const { api } = await logInAsCustomer(visitor, service, 'banner-preview@customer.test');
  await chooseFiles(visitor, { width: 390, height: 844 }, [csvOf('many.csv', 120)]);
  await expectBanner(
    page,
    () => sendAndLook(page).click(),
    async () => {
      await waitUntil(
        () => api.listFiles(),
        ({ data }) => data.data.length > 0,
      );
      await runUntil(page, /\/lists\/\w+$/);
      await expectInViewport(page.getByRole('link', { name: t('list.back') }));
    },
  );
});

it('the banner appears on the prices after several lists without enough credits', async ({
  visitor,
  service,
}) => {
  const { page } = visitor;
  await logInAsCustomer(visitor, service, 'banner-prices@customer.test');
  const files = [csvOf('many.csv', 120), csvOf('more.csv', 130)];
  await chooseFiles(visitor, { width: 1366, height: 625 }, files);
  await sendAndLook(page).click();
  await bannerOf(page).waitFor();
  await page.clock.fastForward(BANNER_MS);
  await bannerOf(page).waitFor({ state: 'detached' });
  const verify = page.getByRole('button', { name: t('uploads.verifyNamed', { name: 'more' }) });
  await expectBanner(
    page,
    () => verify.click(),
    () => runUntil(page, /pricing-plan\?credits=\d+$/),
  );
});

it('the banner appears next to a field in which the user types, without moving it', async ({
  visitor,
  service,
}) => {
  const { page } = visitor;
  await logInAsCustomer(visitor, service, 'banner-typing@customer.test');
  const held: Route[] = [];
  await page.route(
    (url) => !url.pathname.startsWith('/api/'),
    (route) => (route.request().method() === 'POST' ? held.push(route) : route.fallback()),
  );
  await chooseFiles(visitor, { width: 1366, height: 625 }, [csvOf('few.csv', 20)]);
  await send(page).click();
  const [upload] = await waitUntil(
    () => Promise.resolve(held),
    ({ length }) => length > 0,
  );
  await page.getByRole('tab', { name: t('layout.dashboard.single') }).click();
  const field = page.getByLabel(t('checks.label'));
  await field.fill('ada@');
  const place = await field.boundingBox();
  await expectBanner(page, async () => upload?.fallback());
  expect(await field.boundingBox()).toEqual(place);
});
