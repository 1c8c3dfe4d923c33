import { expect } from 'vitest';
import { MAX_UPLOAD_BYTES } from '../../shared/model/upload-limits.ts';
import { paths } from '../../web/src/lib/paths.ts';
import { readyCustomer } from '../support/ready-customer.ts';
import { drop } from './drop.ts';
import { waitForToast } from './toasts.ts';
import { FAILED_CALL, it, remember } from './visitor.ts';

/** The panel that takes a list. */

it.override({ tolerated: FAILED_CALL });

it('takes the first of several lists, wants a name for it, and says for ten seconds what comes', async ({
  visitor,
  service,
}) => {
  const { page } = visitor;
  const { token } = await readyCustomer(service, 'drops@customer.test');
  await remember(visitor, { session: token }, service);
  await page.clock.install();
  await page.goto(paths.dashboard);

  const tabs = page.getByRole('tab');
  await tabs.first().waitFor();
  expect(await tabs.allTextContents()).toEqual(['List', 'Single']);
  expect(await tabs.first().getAttribute('aria-selected')).toBe('true');
  await page.getByRole('link', { name: 'Buy more credits' }).waitFor();

  const refused = page.getByRole('alert');
  const text = 'someone@no-such-domain.test\n';
  for (const [files, sentence] of [
    [
      [{ name: 'list.zip', type: 'application/zip', text: 'PK' }],
      'Only .csv, .txt and .xlsx files can be verified.',
    ],
    [[{ name: 'list.csv' }], 'This file is empty.'],
    [
      [
        { name: 'list.log', type: 'text/plain', text },
        { name: 'second.txt', text },
      ],
      'Only .csv, .txt and .xlsx files can be verified.',
    ],
    [[{ name: 'list.csv', size: MAX_UPLOAD_BYTES + 1 }], 'This file is larger than 100 MB.'],
  ] as const) {
    await drop(page, ...files);
    await refused.getByText(sentence).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  }

  await drop(page, { name: 'first.csv', text }, { name: 'second.txt', text });
  const dialog = page.getByRole('dialog', { name: 'Name your list' });
  await dialog.getByText('Too many files for one list. This is the first one.').waitFor();
  expect(await refused.getByText(/./).count()).toBe(0);
  const name = dialog.getByLabel('List name');
  expect(await name.inputValue()).toBe('first');
  await name.fill(' ');
  const send = dialog.getByRole('button', { name: 'Verify this list' });
  await send.click();
  await dialog.getByText('This field is required').waitFor();
  await name.fill('Clients');
  const now = () => page.evaluate(() => Date.now());
  const before = await now();
  const [asked] = await Promise.all([page.waitForRequest('**/api/upload'), send.click()]);
  expect(asked.postDataJSON()).toEqual({
    name: 'Clients',
    file_name: 'first.csv',
    size: text.length,
    column: 1,
    encoding: 'utf-8',
  });

  const banner = page.getByText(
    'List received. We will email you when it is verified or stops; you can close this page.',
  );
  await waitForToast(page, 'File uploaded.');
  await banner.waitFor();
  const seen = await now();
  await page.clock.pauseAt(before + 9900);
  expect(await banner.isVisible()).toBe(true);
  await page.clock.pauseAt(seen + 10_000);
  await banner.waitFor({ state: 'detached' });
  await page.clock.resume();
  await page.getByRole('row', { name: 'Clients' }).waitFor();
});
