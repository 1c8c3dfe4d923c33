import { readFileSync } from 'node:fs';
import { buffer as readAll } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import { expect } from 'vitest';
import { paths } from '../../web/src/lib/paths.ts';
import { t } from './english.ts';
import { it, logInAsCustomer } from './visitor.ts';

/** Lists in the sheets of a workbook. */

const CONTACTS = new URL('../data/contacts.xlsx', import.meta.url);

const workbook = (buffer: Buffer, name = 'contacts.xlsx') => ({
  name,
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer,
});

it('verifies a sheet by its third column and downloads it with all columns', async ({
  visitor,
  service,
}) => {
  const { page } = visitor;
  const { api } = await logInAsCustomer(visitor, service, 'workbook@customer.test');
  await page.goto(paths.dashboard);
  const chooser = page.locator('input[type=file]');
  await chooser.setInputFiles(workbook(readFileSync(CONTACTS)));
  const dialog = page.getByRole('dialog', { name: t('lists.upload.nameTitle') });
  const sheet = dialog.getByLabel(t('preflight.workbook.sheet'));
  await dialog.getByRole('radio', { name: t('preflight.choose', { name: 'E-mail' }) }).waitFor();
  expect(await sheet.locator('option').allTextContents()).toEqual([
    t('preflight.workbook.counted', { name: 'Notes', count: 0 }),
    t('preflight.workbook.counted', { name: 'Clients 2026', count: 3 }),
  ]);
  expect(await sheet.inputValue()).toBe('1');
  const send = dialog.getByRole('button', { name: t('lists.upload.send') });
  await sheet.selectOption({ index: 0 });
  await dialog.getByText(t('preflight.workbook.noAddress')).waitFor();
  expect(await send.isDisabled()).toBe(true);
  await sheet.selectOption({ index: 1 });
  const email = dialog.getByRole('radio', { name: t('preflight.choose', { name: 'E-mail' }) });
  await email.waitFor();
  expect(await email.isChecked()).toBe(true);
  expect(await dialog.getByLabel(t('lists.name')).inputValue()).toBe('contacts');
  await send.click();

  const row = page.getByRole('row', { name: 'contacts' });
  const save = row.getByRole('button', { name: t('lists.downloadNamed', { name: 'contacts' }) });
  const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
  const result: string[][] = parse(await readAll(await download.createReadStream()), {
    delimiter: ';',
    bom: true,
    relax_column_count: true,
  });
  expect(result.map((cells) => cells.slice(0, 4))).toEqual([
    [t('admin.users.number'), t('admin.user.name'), 'E-mail', 'Since'],
    ['1', 'Zoé "Zed" Martin', 'zoe@customer.test', '2024-05-01'],
    ['2', 'Doe; Jane', 'Jane Doe <jane@customer.test>', '2025-01-31 13:30:00'],
    [''],
    ['4', 'line\nbreak', 'not an address', '09:05:00'],
    ['5', '李小龙', 'ZOE@customer.test', ''],
  ]);
  expect(result[0]?.slice(4)).toEqual([
    'Phone',
    t('billing.status.paid'),
    'Sum',
    'status',
    'reason',
    'suggestion',
    'address',
  ]);
  expect(result[4]?.slice(-4, -2)).toEqual(['undeliverable', 'bad_syntax']);
  expect(result[1]?.slice(-4, -1)).toEqual(result[5]?.slice(-4, -1));
  expect(result[2]?.at(-1)).toBe('jane@customer.test');
  const [list] = (await api.listFiles()).data.data;
  expect(list).toMatchObject({
    source_name: 'contacts.csv',
    total_email: 3,
    duplicates: 1,
    status: 7,
  });
});

it('explains how to save a file that it cannot read', async ({ visitor, service }) => {
  const { page } = visitor;
  await logInAsCustomer(visitor, service, 'old-workbook@customer.test');
  await page.goto(paths.dashboard);
  const chooser = page.locator('input[type=file]');
  await chooser.setInputFiles(workbook(Buffer.from('x'), 'contacts.ods'));
  await page.getByText('Save this spreadsheet as .xlsx or as CSV').waitFor();
  const old = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]);
  await chooser.setInputFiles(workbook(old));
  const dialog = page.getByRole('dialog', { name: t('lists.upload.nameTitle') });
  await dialog.getByText('This is an Excel 97–2003 spreadsheet.').waitFor();
  expect(await dialog.getByRole('button', { name: t('lists.upload.send') }).isDisabled()).toBe(
    true,
  );
});
