import { buffer, text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import readWorkbook from 'read-excel-file/node';
import { describe, expect } from 'vitest';
import { generatePath } from 'react-router-dom';
import type { ListDetail } from '../../shared/contract/list-detail.ts';
import { listExamples } from '../../shared/contract/examples/lists.ts';
import { SAMPLE_LIST_ID } from '../../shared/model/sample-list.ts';
import { paths } from '../../web/src/lib/paths.ts';
import { uploadList, waitForStatus } from '../support/customer.ts';
import { listAddresses, expectedVerdictsOf } from '../support/mailnet.ts';
import { DEMO_CUSTOMER, logInAsDemoAccount } from './demo.ts';
import { t } from './english.ts';
import { FAILED_CALL_MESSAGE, it, logInAsCustomer } from './visitor.ts';

/** The page of a list: its result, its progress, and the reason if it is paused. */

async function open(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name, exact: true }).press('Enter');
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
}

/** Returns addresses of the simulated mail internet: the given number of addresses per reason. */
function addressesFor(counts: Readonly<Record<string, number>>): string[] {
  const expectations = expectedVerdictsOf(1, listAddresses(1, 2000));
  return Object.entries(counts).flatMap(([reason, count]) => {
    const found = expectations.filter((truth) => truth.reason === reason).slice(0, count);
    if (found.length < count)
      throw new Error(`the simulated mail internet has too few addresses with ${reason}`);
    return found.map(({ email }) => email);
  });
}

it('shows the result of a list, and downloads one category of it', async ({ visitor, service }) => {
  const { page, context } = visitor;
  const customer = await logInAsCustomer(visitor, service, 'details@customer.test');
  const sampleAddresses = addressesFor({ accepted: 4, no_such_domain: 3, catch_all: 2 });
  const rows = [
    ...sampleAddresses,
    ...sampleAddresses.slice(0, 2),
    'nobody.nowhere',
    'two@at@signs.test',
  ];
  const id = await uploadList(customer, 'Clients été', {
    name: 'clients.txt',
    bytes: Buffer.from(rows.join('\n')),
  });
  const list = await waitForStatus(customer, id);
  const counts = { valid: 4, invalid: 5, risky: 2, unknown: 0, duplicates: 2 };
  expect(list).toMatchObject({ ...counts, credits_charged: 9 });

  await page.goto(paths.dashboard);
  await open(page, 'Clients été');
  await page.waitForURL(`**${generatePath(paths.list, { id })}`);
  await page.getByText('4 addresses selected of 11').waitFor();
  await page.getByText('Left out: 5 invalid.').waitFor();
  const [safe] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: t('list.download', { count: 4 }) }).press('Enter'),
  ]);
  expect(safe.suggestedFilename()).toBe('Clients été-selection.csv');
  await page.getByText(t('lists.downloading')).waitFor();
  const [, ...safeRows] = (await text(await safe.createReadStream())).trim().split('\r\n');
  expect(safeRows.map((row) => row.split('"')[1])).toEqual(sampleAddresses.slice(0, 4));
  await page
    .getByRole('img', {
      name: t('list.sentence', { count: 11, parts: '4 valid, 5 invalid, 2 risky, 0 unknown' }),
      exact: true,
    })
    .waitFor();
  const answers = page.getByRole('region', { name: t('list.answers') });
  const lines = answers.getByRole('button').or(answers.getByRole('paragraph'));
  expect((await lines.allInnerTexts()).map((line) => line.replaceAll('\n', ' '))).toEqual([
    'Valid 4 36%',
    'Accepted by the mail server 4 36%',
    'Invalid 5 45%',
    'Domain does not exist 3 27%',
    'Not a well-formed address 2 18%',
    'Risky 2 18%',
    'Server accepts every address 2 18%',
    'Unknown 0 0%',
  ]);
  await page.getByRole('tab', { name: t('list.tab.details') }).click();
  await page.waitForURL('**?tab=details');
  const fact = (label: string) =>
    page.locator('dl > div').filter({ hasText: label }).locator('dd').innerText();
  expect(await fact(t('list.source'))).toBe('clients.txt');
  expect(await fact(t('list.charged'))).toBe('9');
  expect(await fact(t('list.freeLabel'))).toBe('2 duplicates, 2 malformed addresses');
  const end = new Date(list.expires_at ?? '').toLocaleDateString('en-GB', { dateStyle: 'medium' });
  expect(await fact(t('list.retention'))).toBe(`The result will be deleted on ${end}.`);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: t('list.copy') }).press('Enter');
  await page.getByText(t('list.copied')).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(id);
  await page.goBack();
  await answers.waitFor();
  await page.goBack();

  const row = page.getByRole('row', { name: 'Clients été' });
  await row.getByText(`Kept until ${end}`).waitFor();
  await row
    .getByRole('button', { name: t('lists.details.parts', { name: 'Clients été' }) })
    .press('Enter');
  const menu = page.getByRole('menu', { name: t('lists.details.parts', { name: 'Clients été' }) });
  const items = menu.getByRole('menuitem');
  expect(await items.allInnerTexts()).toEqual([
    'All\n11',
    'Valid\n4',
    'Invalid\n5',
    'Risky\n2',
    'Unknown\n0',
    'All, with duplicates\n13',
  ]);
  expect(await items.nth(4).getAttribute('aria-disabled')).toBe('true');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    items.nth(2).press('Enter'),
  ]);
  expect(download.suggestedFilename()).toBe('Clients été-invalid.csv');
  const saved = await text(await download.createReadStream());
  expect(
    [...saved.matchAll(/;"(\w+)";"\w+";"[^"]*";"[^"]*"\r\n/g)].map(([, status]) => status),
  ).toEqual(['status', ...Array.from({ length: 5 }, () => 'undeliverable')]);
});

it('rechecks unknown addresses, and downloads selected rows', async ({ visitor, service }) => {
  const { page } = visitor;
  const customer = await logInAsCustomer(visitor, service, 'again@customer.test');
  const sampleAddresses = addressesFor({ accepted: 2, no_such_domain: 1, policy: 2 });
  const bytes = Buffer.from(
    ['email;name', ...sampleAddresses.map((email) => `${email};=Ada`)].join('\n'),
  );
  const id = await uploadList(customer, 'Again', { name: 'again.csv', bytes });
  expect(await waitForStatus(customer, id)).toMatchObject({ valid: 2, invalid: 1, unknown: 2 });
  await page.goto(generatePath(paths.list, { id }));

  await page.getByRole('button', { name: t('paidCheck.recheck.ask', { count: 2 }) }).press('Enter');
  await page
    .getByText(t('paidCheck.recheck.ended', { answered: 0, count: 2, credits: 0 }))
    .waitFor();
  await page.getByRole('button', { name: t('paidCheck.recheck.ask', { count: 2 }) }).waitFor();

  await page.getByRole('button', { name: t('list.take.xlsx') }).click();
  await page.getByRole('button', { name: t('list.take.columns') }).click();
  const dialog = page.getByRole('dialog', { name: t('list.take.columnsTitle') });
  for (const name of [
    t('list.take.column.status'),
    t('list.take.column.suggestion'),
    t('list.take.column.address'),
  ])
    await dialog.getByLabel(name).uncheck();
  await dialog.getByLabel(t('list.take.column.meaning')).check();
  await dialog.getByRole('button', { name: t('list.take.done') }).press('Enter');
  // The page remembers the format and the columns.
  await page.goto(`${generatePath(paths.list, { id })}?status=undeliverable`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: t('list.rows.download') }).press('Enter'),
  ]);
  expect(download.suggestedFilename()).toBe('Again-selection.xlsx');
  const [sheet] = await readWorkbook(await buffer(await download.createReadStream()));
  expect(sheet?.data).toEqual([
    ['email', 'name', 'reason', 'meaning'],
    [sampleAddresses[2], '=Ada', 'no_such_domain', t('checks.reason.no_such_domain')],
  ]);
});

it('estimates the result of a list that lacks credits, and links to the prices', async ({
  visitor,
  service,
}) => {
  const { page } = visitor;
  const customer = await logInAsCustomer(visitor, service, 'missing@customer.test');
  const lines = Array.from({ length: 240 }, (_, i) => `${i}@no-such-domain.test`);
  const id = await uploadList(customer, 'Too many', {
    name: 'a.txt',
    bytes: Buffer.from([...lines, 'nobody.nowhere'].join('\n')),
  });
  await waitForStatus(customer, id, 5);
  await page.goto(paths.dashboard);
  const sentence = t('paidCheck.recheck.waits', { count: 140 });
  await page.getByRole('row', { name: 'Too many' }).getByText(sentence).waitFor();
  await open(page, 'Too many');
  const look = 'Sample of 100: about 0% safe, 100% to remove (±3\u00a0points)';
  await page.getByText(look).waitFor();
  await page.getByText('The list starts automatically once you have the credits.').waitFor();
  expect(await page.getByText('not enough credits').count()).toBe(0);
  await page.getByRole('link', { name: t('list.prices') }).press('Enter');
  await page.waitForURL(`**${paths.pricing}?credits=140`);
  await page.getByText(look).waitFor();
  const list = page.getByRole('link', { name: 'Too many' });
  expect(await list.getAttribute('href')).toBe(generatePath(paths.list, { id }));
  await list.press('Enter');
  // From the offer, two clicks lead back to the list: the offer itself and the payment.
  await page
    .getByRole('button', { name: t('list.rest', { count: 140, price: '€5.00 excl. VAT' }) })
    .press('Enter');
  await page.getByRole('button', { name: 'Pay €5.00' }).press('Enter');
  await page.waitForURL(`**${generatePath(paths.list, { id })}?purchase=ok*`);
});

it('requests details only of running lists, and shows what is known', async ({
  visitor,
  service,
}) => {
  const { page } = visitor;
  await logInAsCustomer(visitor, service, 'running@customer.test');
  const { response, otherResponses } = listExamples.getFile;
  const running: ListDetail = {
    ...otherResponses.running.data,
    id: 'running',
    file_name: 'Running',
  };
  const rows: ListDetail[] = [
    running,
    { ...response.data, id: 'kept', file_name: 'Kept', expires_at: '2126-11-21T09:00:00.000Z' },
    { ...response.data, id: 'gone', file_name: 'Gone', expires_at: '2025-11-21T09:00:00.000Z' },
    {
      ...otherResponses.paused.data,
      id: 'failed',
      file_name: t('webhooks.delivery.is.failed'),
      status: 6,
      reason: 'not_text',
    },
  ];
  await page.route('**/api/get-file?*', (route) =>
    route.fulfill({
      json: { data: { data: rows, from: 1, current_page: 1, last_page: 1, total: rows.length } },
    }),
  );
  const requests: string[] = [];
  await page.route('**/api/file/*', (route) => {
    const id = new URL(route.request().url()).pathname.split('/').at(-1) ?? '';
    requests.push(id);
    return route.fulfill({ json: { data: rows.find((row) => row.id === id) } });
  });
  await page.clock.install();
  await page.goto(paths.dashboard);

  // The run covers 4,800 addresses in the 656 seconds from its start to its estimated end.
  const row = page.getByRole('row', { name: 'Running' });
  await row.getByText(t('lists.details.left', { time: '4–30 minutes' })).waitFor();
  expect(await row.innerText()).toContain(t('lists.details.rate', { count: 439 }));
  await page.getByText(t('lists.details.leave')).waitFor();
  for (let poll = 0; poll < 3; poll += 1) {
    const answered = page.waitForResponse('**/api/file/running');
    await page.clock.runFor(8000);
    await answered;
  }
  expect(new Set(requests)).toEqual(new Set(['running']));

  rows[0] = { ...running, eta: null };
  await page.clock.runFor(8000);
  await row.getByText(t('lists.details.noRate')).waitFor();

  const buttonsOf = (name: string) =>
    page.getByRole('row', { name }).getByRole('button').allInnerTexts();
  expect(await buttonsOf('Kept')).toContain(t('lists.download'));
  expect(await buttonsOf('Gone')).not.toContain(t('lists.download'));
  await page.getByRole('row', { name: 'Gone' }).getByText(t('lists.details.gone')).waitFor();
  await open(page, t('webhooks.delivery.is.failed'));
  await page.getByText('Save the addresses as CSV or as plain text').waitFor();
});

describe('after a release that removed the files of the charts', () => {
  it.override({ tolerated: FAILED_CALL_MESSAGE });

  it('shows the result without them', async ({ visitor, service }) => {
    const { page } = visitor;
    await logInAsDemoAccount(DEMO_CUSTOMER, visitor, service);
    await page.route(/\/(shares|scores|facts)-[^/]*\.js$/, (route) =>
      route.fulfill({ status: 404 }),
    );
    const isRemoved = page.waitForResponse((response) => response.status() === 404);
    await page.goto(generatePath(paths.list, { id: SAMPLE_LIST_ID }));
    await isRemoved;
    await page.getByRole('button', { name: t('list.download', { count: 30 }) }).waitFor();
    await page.getByRole('tab', { name: t('list.tab.details') }).click();
    await page.getByRole('tab', { name: t('list.tab.details'), selected: true }).waitFor();
  });
});
