import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { signUp, upload, waitForStatus } from '../support/customer.ts';
import { paths } from '../../web/src/lib/paths.ts';
import { it, remember } from './visitor.ts';

/** What moved a customer's credits. */

it('tells what moved the credits by day, by list and by key, and saves it as a file', async ({
  visitor,
  service,
}) => {
  const customer = await signUp(service, 'usage@customer.test');
  const bytes = Buffer.from('a@no-such-domain.test\nb@no-such-domain.test\n');
  const listId = await upload(customer, '=Guests', { name: 'guests.csv', bytes });
  await waitForStatus(customer, listId);
  await remember(visitor, { session: customer.token }, service);
  const { page } = visitor;
  await page.goto(paths.dashboard);
  await page.getByRole('link', { name: 'Usage' }).click();

  const rows = page.getByRole('tabpanel').getByRole('row');
  await page.getByRole('row', { name: 'Welcome credits' }).waitFor();
  expect(
    (await rows.allTextContents()).slice(1).map((row) => row.replace(/^.*?\d{4}\d\d:\d\d/, '')),
  ).toEqual(['=Guests2 reserved, 2 used−298', 'Welcome credits100 added+100100']);
  await page.getByText('Show as a table').click();
  const days = page.getByRole('region', { name: 'Day by day' }).getByRole('row');
  expect((await days.allTextContents()).at(-1)?.replace(/^.*?\d{4}/, '')).toBe('2098');
  expect(await page.getByRole('definition').allTextContents()).toEqual(['98', '0']);

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const file = await saved;
  const month = new Date().toISOString().slice(0, 7);
  expect(file.suggestedFilename()).toBe(`tamis-usage-${month}.csv`);
  const lines = (await text(await file.createReadStream())).split('\r\n');
  expect(lines[1]).toContain(`"'=Guests";"2 reserved, 2 used";"Web app";"-2";"98"`);
  expect(lines[3]).toContain(`"Available now";"";"";"";"98"`);

  await page.getByRole('tab', { name: 'By list' }).click();
  await page.getByRole('columnheader', { name: 'Came back' }).waitFor();
  expect(
    await page.getByRole('row', { name: '=Guests' }).getByRole('cell').allTextContents(),
  ).toEqual(['Web app', '2', '0']);
  await page.getByRole('tab', { name: 'By key' }).click();
  await page.getByRole('columnheader', { name: 'Used together' }).waitFor();
  expect(
    await page.getByRole('row', { name: 'Web app' }).getByRole('cell').allTextContents(),
  ).toEqual(['2', '0', '2']);

  await page.getByRole('link', { name: 'The month before' }).click();
  await page.getByText('Nothing was verified in this month.').waitFor();
  await page.getByRole('link', { name: 'The month after' }).click();
  await page.getByRole('row', { name: 'Web app' }).waitFor();
  expect(await page.getByRole('link', { name: 'The month after' }).count()).toBe(0);
});
