import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { LIST_STATUS } from '../../shared/model/list-status.ts';
import { paths } from '../../web/src/lib/paths.ts';
import { waitUntil } from '../support/customer.ts';
import { listAddresses, expectedVerdictsOf } from '../support/mailnet.ts';
import { t } from './english.ts';
import { it, logInAsCustomer, type BrowserVisitor } from './visitor.ts';

/** The dialog that shows details of a file before its upload. */

const SAMPLE = new URL('../../localstack/samples/customers.csv', import.meta.url);

const POLISH = new URL('../data/customer-lists/files/F14-cp1250.csv', import.meta.url);

const dialog = ({ page }: BrowserVisitor) => page.getByRole('dialog');

async function figures(visitor: BrowserVisitor): Promise<Record<string, number>> {
  await visitor.page.getByText('File read.').waitFor({ state: 'attached' });
  const cells = await dialog(visitor).locator('[data-figure]').all();
  const pairs = cells.map(async (cell) => [
    await cell.getAttribute('data-figure'),
    Number((await cell.textContent())?.replaceAll(',', '')),
  ]);
  return Object.fromEntries(await Promise.all(pairs)) as Record<string, number>;
}

it('shows the same numbers that the service calculates', async ({ visitor, service }) => {
  const { page } = visitor;
  const { api } = await logInAsCustomer(visitor, service, 'preflight@customer.test');
  await page.goto(paths.dashboard);
  const [header = '', ...lines] = readFileSync(SAMPLE, 'utf8').trimEnd().split('\n').slice(0, 40);
  const content = [header, ...lines, ...lines.slice(0, 3), 'not an address'].join('\n');
  await page.locator('input[type=file]').setInputFiles({
    name: 'ours.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(content),
  });
  const shown = await figures(visitor);
  // On a phone, the send button is visible without scrolling.
  await page.setViewportSize({ width: 375, height: 667 });
  const send = page.getByRole('button', { name: t('lists.upload.send') });
  expect(await send.evaluate((each) => each.getBoundingClientRect().bottom)).toBeLessThan(667);
  await send.click();

  const rows = async () => (await api.listFiles()).data.data;
  const [list] = await waitUntil(
    rows,
    ([first]) => (first?.status ?? 0) > LIST_STATUS.initialization,
  );
  const { rows: all, needed, left, ...figuresOfRows } = shown;
  expect(Object.values(figuresOfRows).reduce((sum, each) => sum + each, 0)).toBe(all);
  expect(list).toMatchObject({
    total_email: (shown['verified'] ?? 0) + (shown['malformed'] ?? 0),
    duplicates: shown['duplicates'],
  });
  const { data: detail } = await api.getFile({ params: { id: list?.file_id ?? '' } });
  expect(detail.credits_needed).toBe(needed);
  expect(left).toBe(100 - (needed ?? 0));
});

it('proposes the column of addresses, switches to another, and rejects one without addresses', async ({
  visitor,
  service,
}) => {
  const { page } = visitor;
  await logInAsCustomer(visitor, service, 'columns@customer.test');
  await page.goto(paths.dashboard);
  await page.locator('input[type=file]').setInputFiles({
    name: 'names.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('name;email;private\nZoe;a@b.fr;z@b.fr\nLuc;c@d.fr;\n'),
  });
  await page.getByText('Several columns contain addresses').waitFor();
  const read = (name: string) =>
    dialog(visitor).getByRole('radio', { name: `Read the addresses from “${name}”` });
  expect(await read('email').isChecked()).toBe(true);
  expect(await figures(visitor)).toMatchObject({ rows: 2, verified: 2 });
  await dialog(visitor).getByRole('cell', { name: 'z@b.fr' }).click();
  await dialog(visitor).locator('[data-figure=without]').waitFor();
  expect(await figures(visitor)).toMatchObject({ rows: 2, verified: 1, without: 1 });
  await read('name').check();
  await page.getByText('This column contains no email addresses').waitFor();
  expect(await page.getByRole('button', { name: t('lists.upload.send') }).isDisabled()).toBe(true);
  await read('email').check();
  await dialog(visitor).locator('[data-figure=verified]', { hasText: '2' }).waitFor();
  expect(await page.getByRole('button', { name: t('lists.upload.send') }).isEnabled()).toBe(true);
  await page.getByRole('button', { name: t('common.cancel') }).click();

  await page.getByRole('button', { name: 'or paste addresses' }).click();
  await page.getByLabel(t('lists.upload.pasteLabel')).fill('a@b.fr, A@b.fr; c@d.fr');
  await page.getByRole('button', { name: t('lists.upload.pasteNext') }).click();
  expect(await figures(visitor)).toMatchObject({ rows: 3, verified: 2, duplicates: 1 });
  expect(await dialog(visitor).getByLabel(t('lists.name')).inputValue()).toBe('addresses');
});

it('reads a file again in another encoding by keyboard, and uploads it with that encoding', async ({
  visitor,
  service,
}) => {
  const { page } = visitor;
  await logInAsCustomer(visitor, service, 'encodings@customer.test');
  await page.goto(paths.dashboard);
  await page.locator('input[type=file]').setInputFiles({
    name: 'names.csv',
    mimeType: 'text/csv',
    buffer: readFileSync(POLISH),
  });
  const name = (text: string) => dialog(visitor).getByRole('cell', { name: text }).first();
  await name('Łukasz Żółć').waitFor();
  const select = dialog(visitor).getByLabel('Choose their encoding');
  expect(await select.inputValue()).toBe('windows-1250');
  await select.focus();
  await page.keyboard.press('ArrowUp');
  await name('£ukasz ¯ó³æ').waitFor();
  expect(await select.evaluate((each) => each === document.activeElement)).toBe(true);
  await figures(visitor);
  const sent = page.waitForRequest('**/api/upload');
  await page.getByRole('button', { name: t('lists.upload.send') }).click();
  expect((await sent).postDataJSON()).toMatchObject({ column: 1, encoding: 'windows-1252' });
});

it('shows the cost of a list before it is uploaded, and charges exactly that', async ({
  visitor,
  service,
}) => {
  const { page } = visitor;
  const own = expectedVerdictsOf(1, listAddresses(1, 200)).find(
    ({ reason }) => reason === 'accepted',
  );
  const { email = '' } = own ?? {};
  const { api } = await logInAsCustomer(visitor, service, email);
  await page.goto(paths.dashboard);
  const rows = [email, email, 'a@example.com', 'a@no-such-domain.invalid', 'a.example.com'];
  await page.locator('input[type=file]').setInputFiles({
    name: 'Costs.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['email', ...rows].join('\n')),
  });
  expect(await dialog(visitor).getByLabel(t('lists.name')).inputValue()).toBe('Costs');
  expect(await figures(visitor)).toEqual({
    rows: 5,
    verified: 3,
    duplicates: 1,
    malformed: 1,
    needed: 3,
    left: 97,
  });
  await page.getByRole('button', { name: t('lists.upload.send') }).click();
  const row = page.getByRole('row', { name: 'Costs' });
  await row.getByRole('button', { name: 'Download the result' }).waitFor();
  const [list] = (await api.listFiles()).data.data;
  expect(list).toMatchObject({ total_email: 4, valid: 1, invalid: 3, duplicates: 1 });
});
