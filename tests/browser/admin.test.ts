import type { Page, Request } from 'playwright-core';
import { generatePath } from 'react-router-dom';
import { expect } from 'vitest';
import type { UserRow } from '../../shared/contract/admin.ts';
import { USER_STATUS } from '../../shared/model/account.ts';
import { paths } from '../../web/src/lib/paths.ts';
import { createReadyCustomer } from '../support/ready-customer.ts';
import { t } from './english.ts';
import { DEMO_ADMIN, logInAsDemoAccount } from './demo.ts';
import { toastsOf, waitForToast } from './toasts.ts';
import { it } from './visitor.ts';

it.override({ tolerated: /^Failed to load resource|ApiError/ });

const USERS = '**/api/users?*';

const userRow = (row: Partial<UserRow>): UserRow => ({
  id: 'user-1',
  first_name: 'Ada',
  last_name: 'Martin',
  email: 'ada@customer.test',
  status: USER_STATUS.active,
  used_credit: 1234,
  available_credit: 98_765,
  purchase_history: [],
  created_at: '2026-03-02T08:00:00.000Z',
  ...row,
});

/** Creates the API's response for one page of users, out of twenty. */
const pageOfUsers = (rows: readonly UserRow[], current_page = 1) => ({
  data: rows,
  total_active: 1200,
  total_inactive: 34,
  from: rows.length > 0 ? (current_page - 1) * 50 + 1 : null,
  current_page,
  last_page: 20,
  total: 1000,
  others: [],
});

const rows = (page: Page) => page.locator('tbody tr:visible');

it('counts users, and shows those that the URL selects', async ({ visitor, service }) => {
  const { page } = visitor;
  await logInAsDemoAccount(DEMO_ADMIN, visitor, service);
  const queries: Record<string, string>[] = [];
  let answer: Promise<readonly UserRow[]>;
  const holdAnswer = (): ((found: readonly UserRow[]) => void) => {
    const { promise, resolve } = Promise.withResolvers<readonly UserRow[]>();
    answer = promise;
    return resolve;
  };
  await page.route(USERS, async (route) => {
    const { searchParams } = new URL(route.request().url());
    queries.push(Object.fromEntries(searchParams));
    const json = pageOfUsers(await answer, Number(searchParams.get('page')));
    await route.fulfill({ json });
  });
  const emptyRows = async (): Promise<void> => {
    await page.locator('table[aria-busy=true]').waitFor();
    expect(await rows(page).count()).toBe(4);
  };

  let release = holdAnswer();
  await page.clock.install();
  await page.goto(paths.adminDashboard);
  await emptyRows();
  release([userRow({}), userRow({ id: 'user-2', status: USER_STATUS.inactive })]);
  await page.getByText('ada@customer.test').first().waitFor();
  const first = { sort: 'created_at:desc', limit: '50', page: '1', search: '', status: '' };
  expect(queries.at(-1)).toEqual(first);
  expect(await page.locator('dl').first().locator('div').allTextContents()).toEqual([
    'Total Users1,234',
    'Active Users1,200',
    'InActive Users34',
  ]);
  const weeks = page.getByRole('region', { name: t('admin.weeks.title') }).locator('dl > div');
  const tops = await weeks.evaluateAll((all) =>
    all.map((each) => each.getBoundingClientRect().top),
  );
  expect([tops.length, new Set(tops).size]).toEqual([3, 1]);
  expect(await page.getByRole('columnheader').allTextContents()).toEqual([
    t('admin.users.number'),
    t('admin.users.firstName'),
    t('admin.users.lastName'),
    t('account.email'),
    t('admin.users.status'),
    t('lists.action'),
  ]);
  expect(await rows(page).locator('td').first().textContent()).toBe('1');
  const switches = page.getByRole('switch');
  expect(await switches.allTextContents()).toEqual([
    t('admin.users.active'),
    t('admin.users.inactive'),
  ]);

  const [status, limit] = [
    page.getByLabel(t('admin.users.status')),
    page.getByLabel(t('admin.filters.limit')),
  ];
  const options = (select: typeof status) =>
    select
      .locator('option')
      .evaluateAll((all) =>
        all.map((each) => [(each as HTMLOptionElement).value, each.textContent]),
      );
  expect(await options(status)).toEqual([
    ['', t('admin.filters.all')],
    ['1', t('admin.users.active')],
    ['2', t('admin.users.inactive')],
  ]);
  expect((await options(limit)).map(([value]) => value)).toEqual(['10', '20', '50', '100']);
  expect(await limit.inputValue()).toBe('50');

  release = holdAnswer();
  await status.selectOption(t('admin.users.inactive'));
  await emptyRows();
  expect(new URL(page.url()).search).toBe('?status=2');
  release([]);
  await page.getByText(t('admin.users.empty')).waitFor();
  release = holdAnswer();
  await limit.selectOption('100');
  await emptyRows();
  expect(new URL(page.url()).searchParams.get('limit')).toBe('100');
  release([userRow({})]);
  await switches.waitFor();
  expect(queries.at(-1)).toEqual({ ...first, limit: '100', status: '2' });

  const pages = page.getByRole('navigation', { name: t('admin.users.pages') });
  await pages.getByRole('link', { name: t('common.page', { page: '4' }) }).click();
  await page.waitForURL('**page=4**');
  await expect
    .poll(() => pages.getByRole('link').allTextContents())
    .toEqual(['', '1', '2', '3', '4', '5', '6', '7', '']);
  await pages.getByRole('link', { name: t('common.next') }).click();
  await page.waitForURL('**page=5**');

  const search = page.getByLabel(t('admin.filters.search'));
  const calls = queries.length;
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await search.pressSequentially('Gra');
  await page.clock.runFor(900);
  await search.press('c');
  await page.clock.runFor(950);
  expect(queries.slice(calls).filter((query) => query['search'] !== '')).toEqual([]);
  const [call] = await Promise.all([
    page.waitForRequest((request) => request.url().includes('search=Grac')),
    page.clock.runFor(100).then(() => page.clock.resume()),
  ]);
  expect(new URL(call.url()).searchParams.get('page')).toBe('1');
  expect(new URL(page.url()).searchParams.get('search')).toBe('Grac');
});

it('shows a user’s credits and payments, ten per page, and leads to the user’s page', async ({
  visitor,
  service,
}) => {
  const { page } = visitor;
  await logInAsDemoAccount(DEMO_ADMIN, visitor, service);
  const purchase_history = Array.from({ length: 23 }, (_, index) => ({
    no_of_credit: 1000 + index,
    price: '€5.00',
    price_cents: 500,
    date: '2026-03-02T08:00:00.000Z',
  }));
  await page.route(USERS, (route) =>
    route.fulfill({ json: pageOfUsers([userRow({ purchase_history })]) }),
  );
  await page.goto(paths.adminDashboard);
  await page.getByRole('button', { name: t('admin.user.open', { name: 'Ada Martin' }) }).click();
  const dialog = page.getByRole('dialog', { name: t('admin.user.title') });
  await dialog.waitFor();
  expect(await dialog.locator('dl div').allTextContents()).toEqual([
    'NameAda Martin',
    'Emailada@customer.test',
    'Used Credit1,234',
    'Available Credit98,765',
  ]);
  await dialog.getByRole('heading', { name: t('admin.user.payments') }).waitFor();
  expect(await dialog.getByRole('columnheader').allTextContents()).toEqual([
    t('billing.csv.credits'),
    t('admin.user.price'),
    t('billing.csv.date'),
  ]);
  expect(await dialog.locator('tbody tr').first().locator('td').allTextContents()).toEqual([
    '1,000',
    '€5.00',
    '2 Mar 2026',
  ]);
  const next = dialog.getByRole('button', { name: t('common.next') });
  const firstOf = dialog.locator('tbody td').first();
  expect(await dialog.getByRole('button', { name: t('common.previous') }).isDisabled()).toBe(true);
  for (const [count, first] of [
    [10, '1,000'],
    [10, '1,010'],
    [3, '1,020'],
  ] as const) {
    await firstOf.getByText(first).waitFor();
    expect(await dialog.locator('tbody tr').count()).toBe(count);
    if (count === 10) await next.click();
  }
  expect(await next.isDisabled()).toBe(true);
  const link = dialog.getByRole('link', { name: t('admin.user.page') });
  expect(await link.getAttribute('href')).toBe(generatePath(paths.user, { id: 'user-1' }));
  await dialog
    .getByRole('button', { name: t('common.close') })
    .first()
    .click();
  await dialog.waitFor({ state: 'hidden' });
});

it('deactivates and activates a user, and does not claim success if that fails', async ({
  visitor,
  service,
}) => {
  const { page } = visitor;
  const { email } = await createReadyCustomer(service, 'blocked-by-mouse@customer.test');
  await logInAsDemoAccount(DEMO_ADMIN, visitor, service);
  await page.goto(`${paths.adminDashboard}?search=${email}`);
  const toggle = page.getByRole('switch');
  // The page asks for confirmation before it deactivates a user; canceling changes nothing.
  const question = page.getByRole('dialog', {
    name: t('admin.users.switchOffTitle', { name: 'Ada Martin' }),
  });
  const isUpdate = (request: Request): boolean => request.url().endsWith('/api/user/update');
  const updates: Request[] = [];
  page.on('request', (request) => isUpdate(request) && updates.push(request));
  await toggle.click();
  await question.getByRole('button', { name: t('common.cancel') }).click();
  await question.waitFor({ state: 'hidden' });
  expect([await toggle.textContent(), updates.length]).toEqual([t('admin.users.active'), 0]);
  const switchOff = async (): Promise<void> => {
    await toggle.click();
    await question.getByRole('button', { name: t('admin.users.switchOff') }).click();
  };
  for (const [before, press, sentence, after] of [
    [t('admin.users.active'), switchOff, t('admin.users.deactivated'), t('admin.users.inactive')],
    [
      t('admin.users.inactive'),
      () => toggle.click(),
      t('admin.users.activated'),
      t('admin.users.active'),
    ],
  ] as const) {
    await toggle.getByText(before, { exact: true }).waitFor();
    const [, reload] = await Promise.all([
      press(),
      page.waitForRequest(USERS),
      waitForToast(page, sentence),
    ]);
    expect(new URL(reload.url()).searchParams.get('search')).toBe(email);
    await toggle.getByText(after, { exact: true }).waitFor();
  }

  await expect.poll(() => toastsOf(page).count()).toBe(0);
  const failure = { status: 500, json: { message: ['Not said'], code: 'internal' } };
  await page.route('**/api/user/update', (route) => route.fulfill(failure));
  const logged = page.waitForEvent('pageerror');
  await switchOff();
  await logged;
  expect(await toggle.textContent()).toBe(t('admin.users.active'));
  await page.route(USERS, (route) => route.fulfill(failure));
  await page.reload();
  await page.getByText(t('admin.users.failed')).waitFor();
  expect(await page.locator('table[aria-busy=true]').count()).toBe(0);
  expect(await toastsOf(page).count()).toBe(0);
});
