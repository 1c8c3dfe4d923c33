import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { paths } from '../../web/src/lib/paths.ts';
import { CUSTOMER_PASSWORD, waitForCode, waitUntil } from '../support/customer.ts';
import { SAMPLE_LIST_BYTES } from '../support/sample-list.ts';
import { t } from './english.ts';
import { it } from './visitor.ts';

/** A customer's first visit, from sign-up to result. */

const EMAIL = 'journey@customer.test';
/** Time limit for the list in seconds, much longer than it usually takes, for a busy machine. */
const LIST_TIMEOUT_S = 600;
vi.setConfig({ testTimeout: 2 * LIST_TIMEOUT_S * 1000 });

it('signs up, uploads a list, waits for it and downloads the same file as the API returns', async ({
  visitor: { page },
  service,
}) => {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });

  await page.goto(paths.signup);
  await page.getByLabel(t('account.firstName')).fill('Ada');
  await page.getByLabel(t('account.lastName')).fill('Martin');
  await page.getByLabel(t('account.email'), { exact: true }).fill(EMAIL);
  await page.getByLabel(t('account.password'), { exact: true }).fill(CUSTOMER_PASSWORD);
  await page.getByLabel(t('account.confirmPassword')).fill(CUSTOMER_PASSWORD);
  await page.getByLabel(t('account.signup.agree')).check();
  await page.getByLabel(t('account.captcha.label')).check();
  await page.getByText(t('account.captcha.done')).waitFor();
  await button(t('account.signup.submit')).click();

  await heading(t('account.otp.title')).waitFor();
  await page.getByLabel(t('account.otp.digit', { index: '1', total: '4' })).click();
  await page.keyboard.type(await waitForCode(service, EMAIL));

  await heading(t('legal.title')).waitFor();
  await service.command('grant-credits', EMAIL, '10000', '--why', 'browser test');
  await button(t('legal.accept')).click();

  await heading(t('layout.dashboard.title')).waitFor();
  await page.getByText(t('layout.credits', { count: 10100 })).waitFor();
  await page.locator('input[type=file]').setInputFiles({
    name: 'customers.csv',
    mimeType: 'text/csv',
    buffer: SAMPLE_LIST_BYTES,
  });
  const dialog = page.getByRole('dialog', { name: t('lists.upload.nameTitle') });
  expect(await dialog.getByLabel(t('lists.name')).inputValue()).toBe('customers');
  await dialog.getByLabel(t('lists.name')).fill('Clients été');
  await dialog.getByRole('button', { name: t('lists.upload.send') }).click();
  await page.getByText(t('lists.upload.submitted')).waitFor();

  const row = page.getByRole('row', { name: 'Clients été' });
  const bar = row.getByRole('progressbar');
  const save = row.getByRole('button', { name: t('lists.downloadNamed', { name: 'Clients été' }) });
  const shareAbove = (least: number): Promise<number> =>
    waitUntil(
      async () => {
        await comeBackToTheTab(page);
        const [share = 0] = await bar.evaluateAll((bars) =>
          bars.map((each) => Number(each.getAttribute('value'))),
        );
        return share;
      },
      (share) => share > least,
      LIST_TIMEOUT_S,
    );
  expect(await shareAbove(await shareAbove(0))).toBeLessThan(1);
  expect(await page.title()).toMatch(/^\d+% · Clients été – Tamis$/);
  // From here on, only the page's own timer refreshes it.
  await save.waitFor({ timeout: LIST_TIMEOUT_S * 1000 });

  const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
  const saved = await readAll(await download.createReadStream());
  expect(download.suggestedFilename()).toBe('Clients été.csv');
  const { data: session } = await service.client().login({
    body: { email: EMAIL, password: CUSTOMER_PASSWORD },
  });
  const api = service.client({ session });
  const { data: lists } = await api.listFiles();
  const [list] = lists.data;
  expect(list).toMatchObject({ status: 7, source_name: 'customers.csv' });
  const result = await api.download({ body: { file_id: list?.file_id ?? '', type: 'all' } });
  if (result.kind !== 'file') throw new Error('expected a small result in the response');
  expect(saved.equals(Buffer.from(await result.blob.arrayBuffer()))).toBe(true);
  expect(saved.length).toBeGreaterThan(SAMPLE_LIST_BYTES.length);
});

/** Makes the history refresh immediately, as when the user returns from another tab. */
const comeBackToTheTab = (page: Page): Promise<boolean> =>
  page.evaluate(() => dispatchEvent(new Event('visibilitychange')));

async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
