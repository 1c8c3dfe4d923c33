import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { generatePath } from 'react-router-dom';
import { paths } from '../../web/src/lib/paths.ts';
import { getList, waitUntil, uploadList, waitForStatus } from '../support/customer.ts';
import { createReadyCustomer } from '../support/ready-customer.ts';
import { listAddresses, expectedVerdictsOf } from '../support/mailnet.ts';
import { t } from './english.ts';
import { FAILED_CALL_MESSAGE, it, logInAsCustomer } from './visitor.ts';

/** The rows of a list, from the history to the explanation of a row. */

it.override({ tolerated: FAILED_CALL_MESSAGE });

it('filters rows and opens one, and shows the same after a reload and in print', async ({
  visitor,
  service,
}) => {
  const { page } = visitor;
  const customer = await logInAsCustomer(visitor, service, 'rows@customer.test');
  const expectations = expectedVerdictsOf(1, listAddresses(1, 400)).filter(
    ({ reason }) => reason === 'accepted' || reason === 'no_such_mailbox',
  );
  const sample = expectations.slice(0, 60);
  const nonexistent = sample.filter(({ reason }) => reason === 'no_such_mailbox');
  const lines = sample.map(({ email }, at) => `${email};${at === 7 ? 'Needle & co' : 'x'}`);
  const id = await uploadList(customer, 'Prospects', {
    name: 'prospects.csv',
    bytes: Buffer.from(lines.join('\n')),
  });
  await waitForStatus(customer, id);
  await page.goto(paths.dashboard);
  await page.getByRole('link', { name: 'Prospects', exact: true }).click();
  await page.waitForURL(`**${generatePath(paths.list, { id })}`);
  await expect.poll(() => page.title()).toBe('Prospects – Tamis');

  const table = page.getByRole('table', { name: t('list.rows.caption') });
  await page.getByRole('tab', { name: t('list.tab.rows') }).click();
  await page.waitForURL('**?tab=rows');
  const state = page.getByRole('search').locator('xpath=..').getByRole('status');
  await state.getByText(t('list.rows.total', { count: 60 })).waitFor();
  expect(await table.getAttribute('aria-rowcount')).toBe('61');
  const answers = page.getByRole('region', { name: t('list.answers') });
  await page.getByRole('tab', { name: t('list.tab.overview') }).click();
  await answers.getByRole('button', { name: t('checks.reason.no_such_mailbox') }).click();
  await page.waitForURL('**?tab=rows&reason=no_such_mailbox');
  await state.getByText(`${nonexistent.length} rows`).waitFor();
  expect(await page.getByLabel(t('list.rows.status')).inputValue()).toBe('undeliverable');
  const [first] = nonexistent;
  const row = table.getByRole('button', { name: first?.email ?? '', exact: true });
  await row.press('Enter');
  await table.getByText('The mail server says that this mailbox does not exist.').waitFor();
  await table.getByText(t('verdict.reply.words')).waitFor();

  await page.getByLabel(t('list.rows.text'), { exact: true }).fill('needle');
  await page.waitForURL('**q=needle**');
  await page
    .getByRole('search')
    .getByRole('button', { name: t('list.rows.clear') })
    .click();
  await state.getByText(t('list.rows.total', { count: 60 })).waitFor();
  await page.getByLabel(t('list.rows.text'), { exact: true }).fill('needle');
  await state.getByText('1 row', { exact: true }).waitFor();
  const found = table.getByRole('button', { name: sample[7]?.email ?? '' });
  expect(await found.textContent()).toBe(`${sample[7]?.email}column_2: Needle & co`);
  expect(await found.locator('mark').textContent()).toBe('Needle');
  await page.getByRole('button', { name: t('list.rows.columns'), exact: true }).click();
  await page.getByRole('menuitem', { name: 'column_2' }).click();
  await page.waitForURL('**columns=0**');
  await table.getByRole('cell', { name: 'Needle & co', exact: true }).waitFor();
  await page.reload();
  await state.getByText('1 row', { exact: true }).waitFor();
  expect(await page.getByLabel(t('list.rows.text'), { exact: true }).inputValue()).toBe('needle');
  await page.getByLabel(t('list.rows.domain')).fill('nowhere.test');
  await page.getByText(t('list.rows.empty')).waitFor();

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  expect(await page.getByRole('navigation', { name: t('layout.navigation') }).isVisible()).toBe(
    false,
  );
  expect(await page.getByRole('tablist').isVisible()).toBe(false);
  expect(await answers.isVisible()).toBe(true);
  expect(await page.getByRole('heading', { name: t('list.domains') }).isVisible()).toBe(true);
  expect(await page.getByText(t('list.charged')).isVisible()).toBe(true);
  expect(await page.getByRole('search').isVisible()).toBe(false);
  const ground = await page.evaluate(() => getComputedStyle(document.documentElement).color);
  expect(ground).toBe('rgb(27, 36, 32)');
});

it('verifies the corrections of misspelled rows with one click, in the one file of the list', async ({
  visitor,
  service,
}) => {
  const { page } = visitor;
  const customer = await logInAsCustomer(visitor, service, 'misspelled@customer.test');
  const acceptedTruth = expectedVerdictsOf(1, listAddresses(1, 400)).find(
    ({ reason }) => reason === 'accepted',
  );
  const rows = [
    'Mail;Name',
    'ann@gmial.com;Ann',
    `${acceptedTruth?.email};Bob`,
    // Enough rows to scroll the tabs to the top of a phone.
    ...Array.from({ length: 11 }, (_, n) => `cy${n}@hotmial.com;Cy`),
  ];
  const id = await uploadList(customer, 'Guests', {
    name: 'guests.csv',
    bytes: Buffer.from(rows.join('\n')),
  });
  await waitForStatus(customer, id);
  await page.setViewportSize({ width: 375, height: 700 });
  await page.goto(generatePath(paths.list, { id }));
  const verify = page.getByRole('button', { name: t('paidCheck.corrections.ask', { count: 12 }) });
  await verify.press('Enter');
  const ended = t('paidCheck.corrections.ended', { count: 12, valid: 7, credits: 8 }).replace(
    /[78]/g,
    String.raw`\d+`,
  );
  await page.getByText(new RegExp(ended)).filter({ visible: true }).waitFor();
  expect(await verify.count()).toBe(0);
  expect(await page.getByRole('dialog').count()).toBe(0);
  // The file has as many rows as the panel shows, with the corrections in place.
  const corrected = page.getByRole('switch', { name: t('list.include.corrected') });
  await expect.poll(() => corrected.isEnabled()).toBe(true);
  const save = page.getByRole('button', { name: /^Download \d+ addresses$/ });
  const label = await save.innerText();
  const [download] = await Promise.all([page.waitForEvent('download'), save.press('Enter')]);
  const [, ...lines] = (await text(await download.createReadStream())).trim().split('\r\n');
  expect(label).toBe(t('list.download', { count: lines.length }));
  expect(lines[0]).toMatch(/^"ann@gmail\.com";"Ann";.*;"ann@gmial\.com"$/);
  // The filtered rows start at the top of the screen.
  await page
    .getByRole('button', { name: /^(Domain|Mailbox) does not exist/ })
    .first()
    .click();
  await page.getByText(/› ann@gmail\.com · \S/).waitFor();
  const place = (await page.getByRole('tablist').boundingBox())?.y;
  expect(place).toBeGreaterThan(-1);
  expect(place).toBeLessThan(100);
  await page.goto(paths.dashboard);
  await page.getByRole('link', { name: 'Guests' }).waitFor();
  expect(await page.getByRole('link', { name: /Guests/ }).count()).toBe(1);
});

it('reports that a list does not exist, and links back', async ({ visitor, service }) => {
  const { page } = visitor;
  await logInAsCustomer(visitor, service, 'no-list@customer.test');
  const other = await createReadyCustomer(service, 'owner@customer.test');
  const foreign = await uploadList(other, 'Mine', {
    name: 'a.txt',
    bytes: Buffer.from('a@b.test'),
  });
  for (const id of [foreign, '01KAJ4T6Q8Z3M5N7P9R1S2V4WX', 'nonsense']) {
    await page.goto(generatePath(paths.list, { id }));
    await page.getByText('No such list.').waitFor();
  }
  await page.getByRole('link', { name: t('list.back') }).click();
  await page.waitForURL(`**${paths.dashboard}`);
});

it('follows a list until it is finished, and returns to the dashboard after its deletion', async ({
  visitor,
  service,
}) => {
  const { page } = visitor;
  const customer = await logInAsCustomer(visitor, service, 'follow@customer.test');
  const id = await uploadList(customer, 'Soon', {
    name: 'a.txt',
    bytes: Buffer.from(listAddresses(1, 80).join('\n')),
  });
  // The list exists once its upload has been ingested.
  await waitUntil(() => getList(customer, id), Boolean);
  await page.goto(generatePath(paths.list, { id }));
  await page.getByRole('heading', { level: 1, name: 'Soon' }).waitFor();
  await page.getByRole('button', { name: /^Download \d+ addresses$/ }).waitFor();
  await page
    .getByRole('region', { name: t('list.answers') })
    .getByRole('img', { name: /^80 / })
    .waitFor();
  await page.getByRole('button', { name: t('lists.delete', { name: 'Soon' }) }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('common.delete'), exact: true })
    .click();
  await page.waitForURL(`**${paths.dashboard}`);
  await page.getByText('Your lists will appear here.').waitFor();
});
