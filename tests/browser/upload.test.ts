import { expect } from 'vitest';
import { MAX_UPLOAD_BYTES } from '../../shared/model/upload-limits.ts';
import { paths } from '../../web/src/lib/paths.ts';
import { apiText, t } from './english.ts';
import { dropFiles } from './drop.ts';
import { waitForToast } from './toasts.ts';
import { FAILED_CALL_MESSAGE, it, logInAsCustomer } from './visitor.ts';

it.override({ tolerated: FAILED_CALL_MESSAGE });

it('uploads the first of several lists, and requires a name', async ({ visitor, service }) => {
  const { page } = visitor;
  await logInAsCustomer(visitor, service, 'drops@customer.test');
  await page.goto(paths.dashboard);

  const tabs = page.getByRole('tab');
  await tabs.first().waitFor();
  expect(await tabs.allTextContents()).toEqual([
    t('layout.dashboard.list'),
    t('layout.dashboard.single'),
  ]);
  expect(await tabs.first().getAttribute('aria-selected')).toBe('true');
  await page.getByRole('link', { name: t('lists.buyMore.link') }).waitFor();

  const refused = page.getByRole('alert');
  const text = 'someone@no-such-domain.test\n';
  for (const [files, sentence] of [
    [[{ name: 'list.zip', type: 'application/zip', text: 'PK' }], t('lists.upload.rejected.type')],
    [[{ name: 'list.csv' }], t('lists.upload.rejected.small')],
    [
      [
        { name: 'list.log', type: 'text/plain', text },
        { name: 'second.txt', text },
      ],
      t('lists.upload.rejected.type'),
    ],
    [
      [{ name: 'list.csv', size: MAX_UPLOAD_BYTES + 1 }],
      t('lists.upload.rejected.large', { size: '100 MB' }),
    ],
  ] as const) {
    await dropFiles(page, ...files);
    await refused.getByText(sentence).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  }

  await dropFiles(page, { name: 'first.csv', text }, { name: 'second.txt', text });
  const dialog = page.getByRole('dialog', { name: t('lists.upload.nameTitle') });
  await dialog.getByText(t('lists.upload.rejected.many')).waitFor();
  expect(await refused.getByText(/./).count()).toBe(0);
  const name = dialog.getByLabel(t('lists.name'));
  expect(await name.inputValue()).toBe('first');
  await name.fill(' ');
  const send = dialog.getByRole('button', { name: t('lists.upload.send') });
  await send.click();
  await dialog.getByText(apiText('field.required')).waitFor();
  await name.fill('Clients');
  const [request] = await Promise.all([page.waitForRequest('**/api/upload'), send.click()]);
  expect(request.postDataJSON()).toEqual({
    name: 'Clients',
    file_name: 'first.csv',
    size: text.length,
    column: 1,
    encoding: 'utf-8',
  });

  await waitForToast(page, t('lists.upload.uploaded'));
  await page.getByRole('row', { name: 'Clients' }).waitFor();
});
