import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { uploadList, waitForStatus } from '../support/customer.ts';
import { paths } from '../../web/src/lib/paths.ts';
import { t } from './english.ts';
import { MAX_LAYOUT_SHIFT, recordLayoutShifts } from './layout-shift.ts';
import { expectNoFaults, FAILED_CALL_MESSAGE, it, logInAsCustomer } from './visitor.ts';

it.override({ tolerated: FAILED_CALL_MESSAGE });

it('shows credit movements by day, list and key, and downloads them', async ({
  visitor,
  service,
}) => {
  const customer = await logInAsCustomer(visitor, service, 'usage@customer.test');
  const bytes = Buffer.from('a@no-such-domain.test\nb@no-such-domain.test\n');
  const listId = await uploadList(customer, '=Guests', { name: 'guests.csv', bytes });
  await waitForStatus(customer, listId);
  const { page } = visitor;
  await page.goto(paths.invoices);
  await page.getByRole('link', { name: t('layout.usage.title') }).click();

  const rows = page.getByRole('tabpanel').getByRole('row');
  await page.getByRole('row', { name: t('usage.topic.welcome') }).waitFor();
  expect(
    (await rows.allTextContents()).slice(1).map((row) => row.replace(/^.*?\d{4}\d\d:\d\d/, '')),
  ).toEqual(['=Guests2 reserved, 2 used−298', 'Welcome credits100 added+100100']);
  await page.getByText(t('chart.asTable')).click();
  const days = page.getByRole('region', { name: t('usage.picture.title') }).getByRole('row');
  expect((await days.allTextContents()).at(-1)?.replace(/^.*?\d{4}/, '')).toBe('2098');
  expect(await page.getByRole('definition').allTextContents()).toEqual(['98', '0']);

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: t('usage.csv') }).click();
  const file = await saved;
  const month = new Date().toISOString().slice(0, 7);
  expect(file.suggestedFilename()).toBe(`tamis-usage-${month}.csv`);
  const lines = (await text(await file.createReadStream())).split('\r\n');
  expect(lines[1]).toContain(`"'=Guests";"2 reserved, 2 used";"Ada Martin";"-2";"98"`);
  expect(lines[3]).toContain(`"Available now";"";"";"";"98"`);

  await page.getByRole('tab', { name: t('usage.view.list') }).click();
  await page.getByRole('columnheader', { name: t('usage.returned') }).waitFor();
  expect(
    await page.getByRole('row', { name: '=Guests' }).getByRole('cell').allTextContents(),
  ).toEqual(['Ada Martin', '2', '0']);
  await page.getByRole('tab', { name: t('usage.view.key') }).click();
  await page.getByRole('columnheader', { name: t('usage.together') }).waitFor();
  expect(
    await page.getByRole('row', { name: 'Ada Martin' }).getByRole('cell').allTextContents(),
  ).toEqual(['2', '0', '2']);

  await page.getByRole('link', { name: t('usage.before') }).click();
  await page.getByText(t('usage.emptyKey')).waitFor();
  await page.getByRole('link', { name: t('usage.after') }).click();
  await page.getByRole('row', { name: 'Ada Martin' }).waitFor();
  expect(await page.getByRole('link', { name: t('usage.after') }).count()).toBe(0);
});

it('shows the month on the dashboard and on Usage without shifting the content below', async ({
  visitor,
  service,
}) => {
  const customer = await logInAsCustomer(visitor, service, 'tiles@customer.test');
  const { page } = visitor;
  const tiles = page.getByRole('region', { name: t('usage.tiles.title') });
  await page.goto(paths.dashboard);
  await page.getByRole('region', { name: t('start.title') }).waitFor();
  expect(await tiles.count()).toBe(0);

  const bytes = Buffer.from('a@no-such-domain.test\nb@no-such-domain.test\n');
  await waitForStatus(
    customer,
    await uploadList(customer, 'Guests', { name: 'guests.csv', bytes }),
  );
  const shift = await recordLayoutShifts(page);
  await page.goto(paths.dashboard);
  await tiles.getByText('of 2 addresses in lists').waitFor();
  expect(await tiles.getByRole('definition').allTextContents()).toEqual([
    '2',
    t('usage.tiles.usedText'),
    '',
    '0%',
    'of 2 addresses in lists',
    '',
    '98',
    t('usage.tiles.leftNone'),
    '',
  ]);
  // The share of a single day has no line.
  expect(await tiles.locator('polyline').count()).toBe(2);

  await page.route('**/api/usage*', async (route) => {
    const response = await route.fetch();
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.fulfill({ response });
  });
  const figures: Record<string, number> = {};
  for (const width of [375, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    // Imitates a browser without stored data.
    await page.evaluate(() => {
      localStorage.clear();
    });
    await page.goto(paths.dashboard);
    await tiles.getByText('of 2 addresses in lists').waitFor();
    figures[`dashboard ${width}`] = await shift();
    await expectNoFaults(page);
    await page.goto(paths.usage);
    await page.getByRole('row', { name: t('usage.topic.welcome') }).waitFor();
    figures[`usage ${width}`] = await shift();
  }
  expect(Object.entries(figures).filter(([, value]) => value >= MAX_LAYOUT_SHIFT)).toEqual([]);
});
