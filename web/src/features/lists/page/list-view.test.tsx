import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { listExamples } from '../../../../../shared/contract/examples/lists.ts';
import type { ListDetail } from '../../../../../shared/contract/list-detail.ts';
import {
  finishedListDetail,
  renderListPage,
  runningListDetail,
  stubBrowserApis,
} from '../../../testing/open-list.tsx';

stubBrowserApis();

const { otherResponses } = listExamples.getFile;

/** Returns the names of the tabs, with the selected one in capitals. */
const tabs = () =>
  screen
    .getAllByRole('tab')
    .map(({ textContent, ariaSelected }) =>
      ariaSelected === 'true' ? textContent.toUpperCase() : textContent,
    );

test('counts addresses that could not be read, and says what to do', async () => {
  renderListPage(() => ({ ...finishedListDetail, lost: 2, several: 1 }));
  await screen.findByText(
    /^2 addresses were not verified: their rows in the file are damaged\. Fix/,
  );
  expect(screen.getByText(/^1 cell has several addresses/)).toBeDefined();
});

test('shows which column has the addresses', async () => {
  renderListPage(() => ({
    ...otherResponses.paused.data,
    status: 6,
    reason: 'wrong_column',
    suggested_column: 3,
  }));
  const advice = await screen.findByText(
    'The addresses seem to be in column 3. Upload the file again, and choose the column of the email addresses.',
  );
  expect(advice).toBeDefined();
});

test('keeps the tab in the URL, and opens the rows if there is a filter', async () => {
  const { rowRequests, address } = renderListPage(() => finishedListDetail);
  await expect.poll(tabs).toEqual(['OVERVIEW', 'Rows', 'Details']);
  expect(screen.queryByRole('search')).toBeNull();
  expect(rowRequests).toEqual([]);
  fireEvent.click(screen.getByRole('tab', { name: 'Details' }));
  expect(address()).toBe('?tab=details');
  expect(screen.getByText('Distinct addresses', { selector: 'dt' }).closest('[hidden]')).toBeNull();
  cleanup();
  const filtered = renderListPage(() => finishedListDetail, { query: '?status=risky' });
  await expect.poll(tabs).toEqual(['Overview', 'ROWS', 'Details']);
  fireEvent.click(screen.getByRole('tab', { name: 'Overview' }));
  expect(filtered.address()).toBe('?status=risky&tab=overview');
  fireEvent.click(screen.getByRole('button', { name: /^Mailbox does not exist/ }));
  expect(filtered.address()).toBe('?tab=rows&reason=no_such_mailbox');
  expect(document.activeElement?.textContent).toBe('Rows');
});

test('rounds each share separately', async () => {
  renderListPage(() => finishedListDetail);
  await screen.findByText('addresses selected of 4,800', { exact: false });
  await expect.poll(() => document.title).toBe('Customers of May – Tamis');
  const lines = screen.getByRole('region', { name: 'Answers' }).querySelectorAll('button');
  expect([...lines].map((line) => [...line.children].map((part) => part.textContent))).toEqual([
    ['', 'Valid', '3,900', '81%'],
    ['Accepted by the mail server', '3,900', '81%', ''],
    ['', 'Invalid', '640', '13%'],
    ['Mailbox does not exist', '410', '8.5%', ''],
    ['Not a well-formed address', '120', '2.5%', ''],
    ['Domain does not exist', '110', '2.3%', ''],
    ['', 'Risky', '190', '4%'],
    ['Server accepts every address', '190', '4%', ''],
    ['', 'Unknown', '70', '1.5%'],
    ['Server asks to come back later', '70', '1.5%', ''],
  ]);
  // The bar and the figure both count addresses.
  const google = (await screen.findByText('Google', { selector: 'span' })).closest('li');
  expect(google?.textContent).toBe('Google2,556 · 88% valid');
  const valid = google?.querySelector('rect[data-tone=valid]')?.getAttribute('width') ?? '';
  expect(Number.parseFloat(valid)).toBeCloseTo(88, -1);
  expect(google?.querySelectorAll('rect')).toHaveLength(4);
});

test.each([
  [404, 'No such list.'],
  [400, 'No such list.'],
  [500, 'The details could not be loaded.'],
])('explains a response with status %i', async (status, words) => {
  renderListPage(() => status);
  expect(await screen.findByText(words, { exact: false })).toBeDefined();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('List');
});

test('waits for a list whose link was followed before its file had arrived', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const answers = [404, 404, finishedListDetail];
  renderListPage(() => answers.shift() ?? finishedListDetail, { state: { isNew: true } });
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(screen.queryByText(/No such list/)).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(4000));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(finishedListDetail.file_name);
});

test('shows no figures before the first answer', async () => {
  const none = { processed: 0, valid: 0, invalid: 0, risky: 0, unknown: 0, reasons: {} };
  renderListPage(() => ({ ...runningListDetail, ...none }));
  await screen.findByRole('progressbar');
  expect(tabs()).toEqual(['DETAILS']);
  expect(screen.queryByText('Invalid')).toBeNull();
});

test('does not count malformed addresses as answers before the list is finished', async () => {
  const malformed = { bad_syntax: 3 };
  const none = { processed: 3, valid: 0, invalid: 3, risky: 0, unknown: 0, reasons: malformed };
  let list: ListDetail = { ...otherResponses.paused.data, ...none };
  renderListPage(() => list);
  await screen.findByText('Paused');
  expect(screen.queryByText('Invalid')).toBeNull();
  expect(tabs()).toEqual(['DETAILS']);
  cleanup();
  const reasons = { ...runningListDetail.reasons, ...malformed };
  list = { ...runningListDetail, processed: 1203, invalid: 183, reasons };
  renderListPage(() => list, { query: '?tab=rows' });
  await screen.findByText('of 1,200 are safe', { exact: false });
  await screen.findByText('1,200 rows so far', { exact: false });
});

test('polls a running list every eight seconds until it has ended', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let list = runningListDetail;
  renderListPage(() => list, { query: '?tab=rows' });
  await screen.findByText('of 1,200 are safe', { exact: false });
  await expect.poll(() => document.title).toBe('25% · Customers of May – Tamis');
  await screen.findByText('1,200 rows so far', { exact: false });
  list = finishedListDetail;
  await act(() => vi.advanceTimersByTimeAsync(8100));
  await screen.findByText('addresses selected of 4,800', { exact: false });
  await screen.findByText('4,800 rows');
  expect(document.title).toBe('Customers of May – Tamis');
});

test('shows only the figures of a list whose result was deleted', async () => {
  const { rowRequests } = renderListPage(
    () => ({ ...finishedListDetail, expires_at: '2025-01-01T00:00:00.000Z' }),
    {
      query: '?tab=rows',
    },
  );
  await screen.findByText('The rows were deleted with the result.', { exact: false });
  expect(screen.queryByRole('button', { name: /Download/ })).toBeNull();
  expect(rowRequests).toEqual([]);
});

test('shows neither bar nor rows of a list that was canceled before its first answer', async () => {
  const none = { processed: 0, valid: 0, invalid: 0, risky: 0, unknown: 0, reasons: {} };
  renderListPage(() => ({ ...runningListDetail, ...none, status: 6, reason: 'not_text' }));
  await screen.findByText('Save the addresses as CSV', { exact: false });
  expect(screen.queryByRole('img')).toBeNull();
});

test('shows scores, domains and providers as tables, too', async () => {
  renderListPage(() => finishedListDetail);
  await screen.findByText('3,900', { selector: 'strong' });
  const tableRows = (name: string) =>
    within(screen.getByRole('table', { name, hidden: true }))
      .getAllByRole('row', { hidden: true })
      .map(({ children }) => Array.from(children, ({ textContent }) => textContent).join(' '));
  const [head, first, ...scores] = tableRows('Score (0 to 100)');
  expect([head, first]).toEqual(['Score (0 to 100) Distinct addresses', '0–9 640']);
  expect(scores.slice(5)).toEqual(['60–69 70', '70–79 70', '80–89 0', '90–100 4,020']);
  expect(tableRows('Largest domains')).toContain('customer.test 95 3 40 0');
  expect(tableRows('Largest providers')).toEqual([
    'Provider Valid Invalid Risky Unknown',
    'Google 2,260 251 31 14',
  ]);
  cleanup();
  renderListPage(() => ({ ...finishedListDetail, scores: [] }));
  await screen.findByText('3,900', { selector: 'strong' });
  expect(screen.queryByText('Chance that email arrives')).toBe(null);
});

/** Costs of a watch whose maximum is the same for each interval; the usual cost is half of it. */
const watchCosts = (check: number, most: number) => ({
  check,
  week: most,
  month: most,
  quarter: most,
  typical: { week: most / 2, month: most / 2, quarter: most / 2 },
});

test('proposes a watch limit above the maximum cost of a recheck', async () => {
  const watch_costs = watchCosts(40, 90);
  renderListPage(() => ({ ...finishedListDetail, watch_costs }));
  fireEvent.click(await screen.findByRole('button', { name: 'Watch this list…' }));
  const limit = await screen.findByLabelText<HTMLInputElement>('Credit limit per recheck');
  expect(limit.value).toBe('140');
});

test('warns if a list has outgrown the limit of its watch, and raises the limit', async () => {
  const watch_costs = watchCosts(140, 900);
  const watch = { every: 'week', next_at: '2126-12-01T09:00:00.000Z', stopped: null } as const;
  renderListPage(() => ({
    ...finishedListDetail,
    watch_costs,
    watch: { ...watch, max_credits: 140 },
  }));
  await screen.findByText('This list is watched');
  expect(screen.queryByText(/above your limit/)).toBeNull();
  cleanup();
  const { sent } = renderListPage(() => ({
    ...finishedListDetail,
    watch_costs,
    watch: { ...watch, max_credits: 139 },
  }));
  await screen.findByText(
    'A recheck may now take 140 credits, above your limit of 139. Watching would stop.',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Raise the limit…' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Watch' }));
  expect(screen.queryByText(/^You have 1,200 credits/)).toBeNull();
  await expect.poll(() => sent).toEqual([{ every: 'week', max_credits: 240 }]);
});

test('warns if a watched list may need more credits than there are', async () => {
  const watch_costs = watchCosts(1300, 9000);
  renderListPage(() => ({ ...finishedListDetail, watch_costs }));
  fireEvent.click(await screen.findByRole('button', { name: 'Watch this list…' }));
  const warning = 'You have 1,200 credits. Watching stops if a recheck could need more.';
  expect(await screen.findByText(warning)).toBeDefined();
  await screen.findByText(
    /^Credits in the first year: usually about 4,500 \(€25.00 excl. VAT\), at most 9,000\./,
  );
});
