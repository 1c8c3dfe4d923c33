import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { paths } from '../../web/src/lib/paths.ts';
import { signUp, until } from '../support/customer.ts';
import { listAddresses, truthOf } from '../support/mailnet.ts';
import { it, remember, type Visitor } from './visitor.ts';

/** What the dialog tells of a file before it is sent. */

const SAMPLE = new URL('../../localstack/samples/customers.csv', import.meta.url);

const dialog = ({ page }: Visitor) => page.getByRole('dialog');

/** The figures of the sheet, once the file is read. */
async function figures(visitor: Visitor): Promise<Record<string, number>> {
  await visitor.page.getByText('The file is read.').waitFor({ state: 'attached' });
  const cells = await dialog(visitor).locator('[data-figure]').all();
  const pairs = cells.map(async (cell) => [
    await cell.getAttribute('data-figure'),
    Number((await cell.textContent())?.replaceAll(',', '')),
  ]);
  return Object.fromEntries(await Promise.all(pairs)) as Record<string, number>;
}

it('shows the numbers that the service comes to', async ({ visitor, service }) => {
  const { page } = visitor;
  const { token, api } = await signUp(service, 'preflight@customer.test');
  await remember(visitor, { session: token }, service);
  await page.goto(paths.dashboard);
  const [header = '', ...lines] = readFileSync(SAMPLE, 'utf8').trimEnd().split('\n').slice(0, 40);
  const content = [header, ...lines, ...lines.slice(0, 3), 'not an address'].join('\n');
  await page.locator('input[type=file]').setInputFiles({
    name: 'ours.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(content),
  });
  const shown = await figures(visitor);
  expect(shown['left']).toBe(100 - (shown['needed'] ?? 0));
  await page.getByRole('button', { name: 'Verify this list' }).click();

  const rows = async () => (await api.listFiles()).data.data;
  const [list] = await until(rows, ([first]) => (first?.total_email ?? 0) > 0);
  expect(list).toMatchObject({ total_email: shown['distinct'], duplicates: shown['duplicates'] });
  const { data: detail } = await api.getFile({ params: { id: list?.file_id ?? '' } });
  expect(detail.credits_needed).toBe(shown['needed']);
});

it('says before the upload why a file would be refused', async ({ visitor, service }) => {
  const { page } = visitor;
  const { token } = await signUp(service, 'refused@customer.test');
  await remember(visitor, { session: token }, service);
  await page.goto(paths.dashboard);
  await page.locator('input[type=file]').setInputFiles({
    name: 'names.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('name;email\nZoe;a@b.fr\n'),
  });
  await page.getByText('column 2 does').waitFor();
  expect(await page.getByRole('button', { name: 'Verify this list' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'or paste addresses' }).click();
  await page.getByLabel('Email addresses').fill('a@b.fr, A@b.fr; c@d.fr');
  await page.getByRole('button', { name: 'Continue' }).click();
  expect(await figures(visitor)).toMatchObject({ rows: 3, distinct: 2, duplicates: 1 });
});

it('offers a sample to who has no list yet, and tells what it costs', async ({
  visitor,
  service,
}) => {
  const { page } = visitor;
  const own = truthOf(1, listAddresses(1, 200)).find(({ reason }) => reason === 'accepted');
  const { token, api } = await signUp(service, own?.email ?? '');
  await remember(visitor, { session: token }, service);
  await page.goto(paths.dashboard);
  const sample = page.getByRole('button', { name: 'Try a sample list' });
  await sample.waitFor();
  await page.getByRole('tab', { name: 'Single' }).click();
  await sample.click();
  expect(await dialog(visitor).getByLabel('List name').inputValue()).toBe('Sample list');
  expect(await figures(visitor)).toEqual({
    rows: 5,
    distinct: 4,
    duplicates: 1,
    malformed: 1,
    needed: 3,
    left: 97,
  });
  await page.getByRole('button', { name: 'Verify this list' }).click();
  const row = page.getByRole('row', { name: 'Sample list' });
  await row.getByRole('button', { name: 'Download the result' }).waitFor();
  expect(await sample.count()).toBe(0);
  const [list] = (await api.listFiles()).data.data;
  expect(list).toMatchObject({ total_email: 4, valid: 1, invalid: 3, duplicates: 1 });
});
