import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { LIST_STATUS } from '../../shared/model/list-status.ts';
import { paths } from '../../web/src/lib/paths.ts';
import { t } from './english.ts';
import { DEMO_CUSTOMER, logInAsDemoAccount } from './demo.ts';
import { fakeLists, createListRow, createListsResponse } from './list-rows.ts';
import { toastsOf, waitForToast } from './toasts.ts';
import { FAILED_CALL_MESSAGE, it, navigateInApp } from './visitor.ts';

/** The history table, with rows from the tests instead of the API. */

it.override({ tolerated: FAILED_CALL_MESSAGE });

const rows = (page: Page) => page.locator('tbody tr');
/** Reads the texts of the page links, with the current page in brackets. */
const pagerOf = (page: Page) =>
  page
    .getByRole('navigation', { name: t('lists.pages') })
    .getByRole('link')
    .evaluateAll((links) =>
      links
        .map((link) => {
          const name = link.textContent || link.getAttribute('aria-label');
          return link.getAttribute('aria-current') === 'page' ? `[${name}]` : name;
        })
        .join(' '),
    );

it('shows four empty rows while loading, its columns, and a message if there is no list', async ({
  visitor,
  service,
}) => {
  const { page } = visitor;
  await logInAsDemoAccount(DEMO_CUSTOMER, visitor, service);
  const answers = Promise.withResolvers<void>();
  const queries: string[] = [];
  await page.route('**/api/get-file?*', async (route) => {
    queries.push(new URL(route.request().url()).search);
    await answers.promise;
    await route.fulfill({ json: createListsResponse([]) });
  });
  await page.goto(paths.dashboard);
  await rows(page).first().waitFor();
  expect(await rows(page).count()).toBe(4);
  expect(await page.getByRole('columnheader').allTextContents()).toEqual([
    t('lists.id'),
    t('lists.name'),
    t('lists.created'),
    t('lists.start'),
    t('lists.end'),
    t('lists.total'),
    t('lists.valid'),
    t('lists.result'),
    t('lists.action'),
  ]);
  answers.resolve();
  await page.getByText(t('lists.empty')).waitFor();
  // The sample is below the lists until it is hidden.
  await page.getByRole('button', { name: t('start.hideSample') }).click();
  await expect.poll(() => rows(page).count()).toBe(1);

  const filter = page.getByLabel(t('lists.filter'));
  expect(await filter.locator('option').allTextContents()).toEqual([
    t('lists.details.part.all'),
    t('lists.today'),
  ]);
  await filter.selectOption(t('lists.today'));
  await page.getByText(t('lists.emptyToday')).waitFor();
  expect(queries[0]).toMatch(/^\?sort=created_at%3Adesc&page=1&filter=all&/);
  const today = /^\?sort=created_at%3Adesc&page=1&filter=today&/;
  await expect.poll(() => queries.at(-1)).toMatch(today);
  expect(new URL(page.url()).search).toBe('?filter=today');
});

it('shows the icon and name of each status, with a tooltip', async ({ visitor, service }) => {
  const { page } = visitor;
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await logInAsDemoAccount(DEMO_CUSTOMER, visitor, service);
  await fakeLists(
    page,
    Object.values(LIST_STATUS).map((status) =>
      createListRow({
        id: `list-${status}`,
        status,
        total_email: 1200,
        processed: status === LIST_STATUS.finished ? 1200 : 300,
        valid: 900,
        invalid: 300,
        reason: status === LIST_STATUS.canceled ? 'not_text' : null,
      }),
    ),
  );
  await page.goto(paths.dashboard);
  const icons: string[] = [];
  for (const [status, word, tooltip] of [
    [1, t('lists.status.waiting'), t('lists.message.waiting')],
    [2, t('lists.status.initialization'), t('lists.message.initialization')],
    [3, t('lists.status.wait_on_queue'), t('lists.message.wait_on_queue')],
    [4, t('lists.status.working'), t('lists.message.working')],
    [5, t('lists.status.paused'), t('lists.message.paused')],
    [6, t('lists.status.canceled'), t('lists.message.canceled')],
    [7, 'Download the result', t('lists.message.finished')],
  ] as const) {
    const row = page.getByRole('row', { name: `List list-${status}` });
    const control = row.getByRole('button', { name: word });
    await control.focus();
    const bubble = page.getByRole('tooltip').filter({ visible: true });
    await bubble.filter({ hasText: tooltip }).waitFor();
    const icon = control.locator('svg');
    icons.push(await icon.innerHTML());
    const turns = await icon.evaluate((svg) => svg.getAnimations().length > 0);
    expect({ word, turns }).toEqual({ word, turns: status <= LIST_STATUS.working });
  }
  expect(new Set(icons.slice(0, 4)).size).toBe(1);
  expect(new Set(icons).size).toBe(4);
  const finished = page.getByRole('row', { name: 'List list-7' }).getByRole('cell');
  expect((await finished.allTextContents()).slice(4, 6)).toEqual(['1,200', '900']);
});

it('links to three pages before and after the current page', async ({ visitor, service }) => {
  const { page } = visitor;
  await logInAsDemoAccount(DEMO_CUSTOMER, visitor, service);
  let last = 1;
  await page.route('**/api/get-file?*', (route) =>
    route.fulfill({ json: createListsResponse([createListRow({ id: 'only' })], last) }),
  );
  await page.goto(paths.dashboard);
  await page.getByRole('row', { name: 'List only' }).waitFor();
  expect(await page.getByRole('navigation', { name: t('lists.pages') }).count()).toBe(0);
  for (const [pages, current, links] of [
    [2, 1, '[1] 2 Next'],
    [2, 2, 'Previous 1 [2]'],
    [7, 4, 'Previous 1 2 3 [4] 5 6 7 Next'],
    [20, 1, '[1] 2 3 4 Next'],
    [20, 10, 'Previous 7 8 9 [10] 11 12 13 Next'],
    [20, 20, 'Previous 17 18 19 [20]'],
  ] as const) {
    last = pages;
    await navigateInApp(page, `${paths.dashboard}?page=${current}`);
    await expect.poll(() => pagerOf(page), { message: `${current} of ${pages}` }).toBe(links);
  }
  await page.getByRole('link', { name: t('common.page', { page: '18' }) }).click();
  await page.waitForURL('**?page=18');
  await expect.poll(() => pagerOf(page)).toBe('Previous 15 16 17 [18] 19 20 Next');
});

it('shows the longest download label completely', async ({ visitor, service }) => {
  const { page } = visitor;
  await logInAsDemoAccount(DEMO_CUSTOMER, visitor, service);
  const finished = { status: LIST_STATUS.finished, total_email: 90, processed: 90, duplicates: 10 };
  await fakeLists(page, [createListRow({ id: 'done', ...finished })]);
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(paths.dashboard);
    await page
      .getByRole('button', { name: t('lists.details.parts', { name: 'List done' }) })
      .click();
    await page.getByRole('menuitem', { name: 'All, with duplicates 100' }).waitFor();
    const menu = page.getByRole('menu');
    const hidden = await menu.evaluate((box) => box.scrollWidth - box.clientWidth);
    expect({ width, hidden }).toEqual({ width, hidden: 0 });
  }
});

it('searches and sorts, and keeps both in the URL', async ({ visitor, service }) => {
  const { page } = visitor;
  await logInAsDemoAccount(DEMO_CUSTOMER, visitor, service);
  const queries: URLSearchParams[] = [];
  await page.route('**/api/get-file?*', async (route) => {
    const { searchParams } = new URL(route.request().url());
    queries.push(searchParams);
    const found = searchParams.get('q') === 'nothing' ? [] : [createListRow({ id: 'found' })];
    await route.fulfill({ json: createListsResponse(found, found.length === 0 ? 1 : 3) });
  });
  await page.goto(`${paths.dashboard}?page=2`);
  const sorted = () => page.locator('th[aria-sort]');
  await page.getByRole('row', { name: 'List found' }).waitFor();
  expect(await sorted().textContent()).toBe(t('lists.created'));
  expect(await sorted().getAttribute('aria-sort')).toBe('descending');

  const sort = page.getByLabel(t('lists.sort'));
  const orders = [
    t('lists.sorts.newest'),
    t('lists.sorts.oldest'),
    t('lists.sorts.name'),
    t('lists.sorts.size'),
    t('lists.sorts.state'),
  ];
  expect(await sort.locator('option').allTextContents()).toEqual(orders);
  const columns = [
    t('lists.created'),
    t('lists.created'),
    t('lists.name'),
    t('lists.total'),
    t('lists.result'),
  ];
  for (const [at, order] of orders.entries()) {
    await sort.selectOption(order);
    await expect.poll(() => sorted().textContent()).toBe(columns[at]);
  }
  await expect.poll(() => queries.at(-1)?.get('sort')).toBe('status:asc');
  expect(await sorted().getAttribute('aria-sort')).toBe('ascending');
  // A new sort order starts at the first page.
  expect(new URL(page.url()).search).toBe('?sort=status%3Aasc');

  const search = page.getByRole('searchbox', { name: t('lists.search') });
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
  const calls = queries.length;
  await search.pressSequentially(' noth');
  await search.press('i');
  await search.pressSequentially('ng');
  await page.clock.runFor(1000);
  await page.clock.resume();
  await page.getByText(t('lists.noMatch', { text: 'nothing' })).waitFor();
  // The page searches only after a pause in typing.
  const searched = queries.slice(calls).map((query) => query.get('q'));
  expect(searched.filter((q) => q !== null && q !== 'nothing')).toEqual([]);
  expect(new URL(page.url()).search).toBe('?sort=status%3Aasc&q=nothing');
  await page.reload();
  await page.getByText(t('lists.noMatch', { text: 'nothing' })).waitFor();
  expect(await search.inputValue()).toBe('nothing');
  await page.getByRole('button', { name: t('lists.clearSearch') }).click();
  await page.getByRole('row', { name: 'List found' }).waitFor();
  expect(await search.inputValue()).toBe('');
  await search.fill('found');
  await search.press('Enter');
  await page.waitForURL('**&q=found');
});

it('deletes half a second after confirmation, and keeps a list that cannot be deleted', async ({
  visitor,
  service,
}) => {
  const { page } = visitor;
  await logInAsDemoAccount(DEMO_CUSTOMER, visitor, service);
  await page.clock.install();
  await fakeLists(page, [createListRow({ id: 'kept' }), createListRow({ id: 'gone' })]);
  const deleted: string[] = [];
  await page.route('**/api/file/*', (route) => {
    const { pathname } = new URL(route.request().url());
    deleted.push(`${route.request().method()} ${pathname}`);
    return pathname.endsWith('/kept')
      ? route.fulfill({ status: 409, json: { message: ['Not now'], code: 'wrong_state' } })
      : route.fulfill({ json: { data: {} } });
  });
  await page.goto(paths.dashboard);
  const remove = async (id: string): Promise<void> => {
    await page.getByRole('button', { name: `Delete List ${id}` }).click();
    await page.getByRole('button', { name: t('common.delete'), exact: true }).click();
  };
  await page.getByRole('row', { name: 'List gone' }).waitFor();
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await remove('gone');
  await page.clock.runFor(100);
  const busy = page.locator('tr[aria-busy=true]');
  expect(await busy.getByRole('rowheader').allTextContents()).toEqual(['List gone']);
  await page.clock.runFor(350);
  expect(deleted).toEqual([]);
  await page.unroute('**/api/get-file?*');
  await fakeLists(page, [createListRow({ id: 'kept' })]);
  await page.clock.runFor(100);
  await page.clock.resume();
  await waitForToast(page, t('lists.deleted'));
  expect(deleted).toEqual(['DELETE /api/file/gone']);
  await page.getByRole('row', { name: 'List gone' }).waitFor({ state: 'detached' });

  await remove('kept');
  await waitForToast(page, 'Not now');
  expect(await page.getByRole('row', { name: 'List kept' }).isVisible()).toBe(true);
  expect(await toastsOf(page).count()).toBeGreaterThan(0);
});
