import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import i18next from 'i18next';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { listExamples } from '../../../../../shared/contract/examples/lists.ts';
import { fr } from '../../../testing/texts.ts';
import {
  finishedListDetail,
  renderListPage,
  createListedRows,
  runningListDetail,
  stubBrowserApis,
} from '../../../testing/open-list.tsx';

stubBrowserApis();

test.each([
  ['min_score=70', 'Only rows with a score of at least 70'],
  ['only=changed', 'Changed at the last recheck'],
  ['only=role', 'Role addresses'],
])('finds rows without a count, and describes the filter: %s', async (query, words) => {
  const page = () => ({ rows: createListedRows(0, 2), total: null, next: null });
  const { rowRequests } = renderListPage(() => finishedListDetail, { query: `?${query}`, page });
  await screen.findByText('2 rows');
  await screen.findByText(words, { selector: 'p, option:checked' });
  expect(rowRequests).toEqual([`?${query}&with=cells`]);
});

test('offers the rows changed by the last recheck if there was one', async () => {
  const changed = () => screen.queryByRole('option', { name: 'Changed at the last recheck' });
  for (const recheck of [undefined, listExamples.recheckFile.response.data]) {
    renderListPage(() => ({ ...finishedListDetail, recheck }), { query: '?tab=rows' });
    await screen.findByRole('option', { name: 'Role addresses' });
    expect(changed() !== null).toBe(recheck !== undefined);
    cleanup();
  }
});

test('gives advice only for rows without a clear answer', async () => {
  const { address } = renderListPage(() => finishedListDetail, { query: '?tab=rows' });
  const choose = async (name: string, value: string) =>
    fireEvent.change(await screen.findByRole('combobox', { name }), { target: { value } });
  const words = /^(Email to these|No clear answer yet)/;
  for (const [status, advice] of [
    ['deliverable', undefined],
    ['unknown', 'No clear answer yet'],
    ['undeliverable', 'Email to these addresses bounces'],
    ['risky', 'Email to these addresses may bounce'],
  ] as const) {
    await choose('Verdict', status);
    expect(
      screen.queryByText(words, { ignore: '[hidden] *' })?.textContent.slice(0, advice?.length),
    ).toBe(advice);
  }
  await choose('Reason', 'catch_all');
  await screen.findByText(/^The server accepts every name at this domain/);
  await choose('Only', 'role');
  expect(address()).toContain('only=role');
});

test('shows the reason of every address, with its suggested correction', async () => {
  const [typo, right] = createListedRows(0, 2);
  const page = () => ({ rows: [{ ...typo, suggestion: 'p1@b.test' }, right] });
  renderListPage(() => finishedListDetail, { query: '?tab=rows', page });
  await screen.findByRole('cell', {
    name: 'Accepted by the mail server Did you mean p1@b.test?',
  });
  expect(screen.getAllByRole('cell', { name: 'Accepted by the mail server' })).toHaveLength(1);
});

test('downloads the rows that are shown, with the columns of the last file', async () => {
  localStorage.setItem('take', 'xlsx original reason');
  onTestFinished(() => localStorage.clear());
  const { sent } = renderListPage(() => finishedListDetail, { query: '?reason=catch_all' });
  fireEvent.click(await screen.findByRole('button', { name: 'Download these rows' }));
  const { file_id } = finishedListDetail;
  const file = { type: 'all', format: 'xlsx', columns: ['original', 'reason'] };
  await expect.poll(() => sent).toEqual([{ file_id, ...file, reason: 'catch_all' }]);
  cleanup();
  renderListPage(() => runningListDetail, { query: '?tab=rows' });
  await screen.findByText(/rows so far/);
  expect(screen.queryByRole('button', { name: 'Download these rows' })).toBeNull();
});

describe('a file with additional columns', () => {
  const header = ['name', 'city', 'phone', 'notes'];
  const cells = (number: number) => [
    `Ada ${number}`,
    `Lyon ${number}`,
    '1',
    `${'…'.repeat(20)}Zoé`,
  ];
  const page = (search: string) => ({
    header,
    ...(search.includes('with=cells') && {
      rows: createListedRows(0).map((row) => Object.assign(row, { cells: cells(row.row ?? 0) })),
    }),
    ...(search.includes('q=') && { total: null, next: null }),
  });
  const rowAt = async (name: string | RegExp) =>
    Array.from(
      (await screen.findByRole('button', { name })).closest('[role=row]')?.children ?? [],
      ({ textContent }) => textContent,
    );

  test('shows up to three of them, which it keeps in the URL', async () => {
    const { rowRequests, address } = renderListPage(() => finishedListDetail, {
      query: '?tab=rows',
      page,
    });
    expect(await rowAt('p2@a.test')).toHaveLength(4);
    expect(rowRequests).toEqual(['']);
    const opener = await screen.findByRole('button', { name: 'Columns' });
    expect([opener.textContent, opener.hasAttribute('popovertarget')]).toEqual(['Columns', true]);
    const choose = async (name: string) =>
      fireEvent.click(await screen.findByRole('menuitem', { name, hidden: true }));
    await choose('city');
    expect(address()).toBe('?tab=rows&columns=1');
    await expect.poll(() => rowAt('p2@a.test')).toContain('Lyon 2');
    expect(rowRequests).toEqual(['', '?with=cells']);
    await choose('name');
    await choose('notes');
    await choose('phone');
    expect(address()).toBe('?tab=rows&columns=0%2C1%2C3');
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(heads.slice(4)).toEqual(['name', 'city', 'notes']);
    await choose('city shown');
    expect(address()).toBe('?tab=rows&columns=0%2C3');
    expect(rowRequests).toEqual(['', '?with=cells']);
  });

  test('shows all of them in an expanded row, and none for a plain list', async () => {
    renderListPage(() => finishedListDetail, { query: '?tab=rows', page });
    fireEvent.click(await screen.findByRole('button', { name: 'p2@a.test' }));
    const city = await screen.findByText('city', { selector: 'dt' });
    expect(city.nextElementSibling?.textContent).toBe('Lyon 2');
    cleanup();
    renderListPage(() => finishedListDetail, { query: '?tab=rows' });
    fireEvent.click(await screen.findByRole('button', { name: 'p2@a.test' }));
    await screen.findByText('It is p2@a.test');
    expect(screen.queryByText('Columns')).toBeNull();
  });

  test('highlights the searched text in the cell that contains it', async () => {
    renderListPage(() => finishedListDetail, { query: '?q=zo%C3%A9', page });
    const row = await screen.findByRole('button', { name: /^p2@a\.test/ });
    await expect.poll(() => row.textContent).toBe(`p2@a.testnotes: …${'…'.repeat(16)}Zoé`);
    expect(row.querySelector('mark')?.textContent).toBe('Zoé');
    cleanup();
    renderListPage(() => finishedListDetail, { query: '?q=p2%40&columns=0', page });
    expect(await rowAt('p2@a.test')).toContain('Ada 2');
  });
});

test('filters rows by reason in the URL, and clears the filter', async () => {
  const { rowRequests, address } = renderListPage(() => finishedListDetail, {
    query: '?status=risky',
  });
  await screen.findByText('p1@a.test');
  expect(rowRequests).toEqual(['?status=risky']);
  const reason = { target: { value: 'catch_all' } };
  fireEvent.change(screen.getByLabelText('Reason'), reason);
  expect(address()).toBe('?reason=catch_all&tab=rows');
  await expect.poll(() => rowRequests.at(-1)).toBe('?reason=catch_all');
  expect(screen.getByLabelText<HTMLSelectElement>('Verdict').value).toBe('risky');
  fireEvent.change(screen.getByLabelText('Verdict'), { target: { value: 'deliverable' } });
  expect(address()).toBe('?tab=rows&status=deliverable');
  fireEvent.click(await screen.findByRole('button', { name: 'Show all' }));
  expect(address()).toBe('?tab=rows');
});

test('searches after a pause in typing, or on Enter', async () => {
  const { address } = renderListPage(() => finishedListDetail, {
    query: '?tab=rows',
    page: () => ({ total: null, next: null }),
  });
  const field = await screen.findByLabelText('Text');
  vi.useFakeTimers();
  for (const value of ['n', 'ne', 'nee']) fireEvent.change(field, { target: { value } });
  act(() => void vi.advanceTimersByTime(200));
  expect(address()).toBe('?tab=rows');
  act(() => void vi.advanceTimersByTime(200));
  expect(address()).toBe('?tab=rows&q=nee');
  fireEvent.change(screen.getByLabelText('Domain'), { target: { value: 'a.test' } });
  fireEvent.keyDown(screen.getByLabelText('Domain'), { key: 'Enter' });
  expect(address()).toBe('?q=nee&tab=rows&domain=a.test');
  vi.useRealTimers();
  expect(await screen.findByText('100 rows')).toBeDefined();
});

test('shows which address of a cell was verified', async () => {
  const [row] = createListedRows(0, 1);
  const cell = { ...row, email: 'Ada <p1@a.test>; p2@a.test' };
  renderListPage(() => finishedListDetail, {
    query: '?tab=rows',
    page: () => ({ total: 2, rows: [cell, ...createListedRows(1, 1)], next: null }),
  });
  expect(await screen.findByText('Verified: p1@a.test')).toBeDefined();
  expect(screen.queryByText('Verified: p2@a.test')).toBeNull();
});

test('expands a row, moves with the arrow keys, and has one row as tab stop', async () => {
  const { rowRequests } = renderListPage(() => finishedListDetail, { query: '?tab=rows' });
  const table = await screen.findByRole('table', { name: 'The rows of this list' });
  expect(table.getAttribute('aria-rowcount')).toBe('4801');
  const first = screen.getByRole('button', { name: 'p1@a.test' });
  expect(table.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
  first.focus();
  fireEvent.click(first);
  expect(await screen.findByText('It is p1@a.test')).toBeDefined();
  expect(first.getAttribute('aria-expanded')).toBe('true');
  fireEvent.keyDown(first, { key: 'ArrowDown' });
  expect(document.activeElement?.textContent).toBe('p2@a.test');
  table.scrollTo = () => undefined;
  fireEvent.keyDown(document.activeElement ?? table, { key: 'End' });
  await expect.poll(() => document.activeElement?.textContent).toBe('p4800@a.test');
  expect(rowRequests.at(-1)).toBe('?offset=4700');
  expect(table.querySelectorAll('[role=row]').length).toBeLessThan(50);
});

test('shows the verdict of one address per row', async () => {
  i18next.addResourceBundle('fr', 'app', fr);
  onTestFinished(async () => void (await i18next.changeLanguage('en')));
  await i18next.changeLanguage('fr');
  renderListPage(() => finishedListDetail, { query: '?tab=rows' });
  const row = (await screen.findByRole('button', { name: 'p1@a.test' })).closest('[role=row]');
  expect([...(row?.children ?? [])].map((cell) => cell.textContent)).toEqual([
    '1',
    'p1@a.test',
    'Valide',
    'Acceptée par le serveur de messagerie',
  ]);
});

test('searches page by page, across pages without matches', async () => {
  const found: Readonly<Record<string, object>> = {
    '?q=needle&with=cells': { rows: [], next: 'one' },
    '?q=needle&with=cells&cursor=one': { rows: createListedRows(0, 2), next: 'two' },
    '?q=needle&with=cells&cursor=two': { rows: createListedRows(2, 1), next: null },
  };
  const page = (search: string) => ({ total: null, ...found[search] });
  const { rowRequests } = renderListPage(() => finishedListDetail, { query: '?q=needle', page });
  expect(await screen.findByText('3 rows')).toBeDefined();
  expect(rowRequests).toEqual(Object.keys(found));
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('4');
});

test('separates the progress of a search from the counts', async () => {
  const query = '?tab=rows&only=suggested';
  const page = () => ({ total: null, rows: createListedRows(0, 2) });
  renderListPage(() => ({ ...finishedListDetail, suggested: 120 }), { query, page });
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (...request: Parameters<typeof fetch>) =>
    String(request[0]).includes('cursor=') ? new Promise(() => {}) : fetch(...request),
  );
  const text = '2 rows so far · Distinct addresses: 120 · Still searching…';
  expect(await screen.findByText(text)).toBeDefined();
});

test('highlights the searched text in addresses', async () => {
  renderListPage(() => finishedListDetail, {
    query: '?q=3%40A',
    page: () => ({ total: null, next: null }),
  });
  const row = await screen.findByRole('button', { name: 'p13@a.test' });
  expect(row.querySelector('mark')?.textContent).toBe('3@a');
  expect(screen.getByRole('button', { name: 'p12@a.test' }).querySelector('mark')).toBeNull();
});

test('opens a row in a dialog if there is no room for columns', async () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly measure: () => void;
      constructor(measure: () => void) {
        this.measure = measure;
      }
      observe = () => this.measure();
      disconnect = () => undefined;
    },
  );
  renderListPage(() => finishedListDetail, { query: '?tab=rows' });
  fireEvent.click(await screen.findByRole('button', { name: 'p1@a.test' }));
  const dialog = await screen.findByRole('dialog', { name: 'p1@a.test' });
  expect(dialog.textContent).toContain('Valid · Accepted by the mail server');
  expect(dialog.textContent).toContain('It is p1@a.test');
  expect(screen.getByRole('table').textContent).not.toContain('It is p1@a.test');
});

test('reports that a search found nothing', async () => {
  renderListPage(() => finishedListDetail, {
    query: '?q=x',
    page: () => ({ rows: [], next: null, total: null }),
  });
  expect(await screen.findByText('No rows match.')).toBeDefined();
  expect(screen.queryByRole('table')).toBeNull();
});

test('offers to retry rows that did not load', async () => {
  let isFailing = true;
  renderListPage(() => finishedListDetail, {
    query: '?tab=rows',
    page: () => (isFailing ? 500 : {}),
  });
  const alert = await screen.findByText('The rows could not be loaded. Your list is unaffected.');
  expect(alert.closest('[role=alert]')).not.toBeNull();
  isFailing = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('p1@a.test')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('shows the answers of a running list from the first page, and refreshes on request', async () => {
  const page = () => ({ rows: createListedRows(0, 3), next: null });
  const { rowRequests } = renderListPage(() => runningListDetail, { query: '?status=risky', page });
  expect(await screen.findByText('50 rows so far', { exact: false })).toBeDefined();
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('-1');
  fireEvent.click(screen.getByRole('button', { name: 'Load new results' }));
  await expect.poll(() => rowRequests).toEqual(['?status=risky', '?status=risky']);
});
