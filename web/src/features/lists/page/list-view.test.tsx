import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import i18next from 'i18next';
import { generatePath, MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { listExamples, noFlags } from '../../../../../shared/contract/examples/lists.ts';
import type { ListedRow } from '../../../../../shared/contract/list-rows.ts';
import type { ListDetail } from '../../../../../shared/contract/lists.ts';
import { fr } from '../../../testing/texts.ts';
import { createServices, ServicesContext } from '../../../lib/api.ts';
import { defaultConfig } from '../../../lib/config.ts';
import { MeContext } from '../../../lib/me.ts';
import { paths } from '../../../lib/paths.ts';
import { createSession } from '../../../lib/session.ts';
import { startEnglish } from '../../../testing/i18n.ts';
import { signedInUser } from '../../../testing/signed-in-user.ts';
import { ListView } from './list-view.tsx';

const { response, otherResponses } = listExamples.getFile;
const finished: ListDetail = { ...response.data, expires_at: '2126-11-21T09:41:10.000Z' };
const running: ListDetail = otherResponses.running.data;

const rowOf = (number: number): ListedRow => ({
  row: number,
  email: `p${number}@a.test`,
  status: 'deliverable',
  reason: 'accepted',
  flags: noFlags,
  score: 98,
});
const rows = (from: number, length = 100) =>
  Array.from({ length }, (_, place) => rowOf(from + place + 1));

/** The page of a list on an API that gives this of it, or refuses; it notes the calls for rows. */
function open(
  detail: () => ListDetail | number,
  { query = '', page = (() => ({})) as (search: string) => object | number } = {},
) {
  const asked: string[] = [];
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    const { pathname, search } = new URL(path, 'http://localhost');
    if (pathname.endsWith('/rows')) {
      asked.push(search);
      const offset = Number(new URLSearchParams(search).get('offset') ?? 0);
      const special = page(search);
      if (typeof special === 'number') return new Response('{"message":[""]}', { status: special });
      return Response.json({ data: { rows: rows(offset), next: 'c', total: 4800, ...special } });
    }
    if (body !== undefined) sent.push(JSON.parse(String(body)));
    const found = detail();
    if (typeof found === 'number') return new Response('{"message":["No"]}', { status: found });
    return Response.json({ data: found });
  });
  let address = '';
  const Address = () => {
    address = useLocation().search;
    return null;
  };
  render(
    <ServicesContext value={createServices(defaultConfig, createSession())}>
      <MeContext value={signedInUser as never}>
        <QueryClientProvider
          client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
        >
          <MemoryRouter
            initialEntries={[`${generatePath(paths.list, { id: finished.id })}${query}`]}
          >
            <Address />
            <Routes>
              <Route
                path={paths.list}
                element={<ListView explain={({ email }) => `It is ${email}`} />}
              />
            </Routes>
          </MemoryRouter>
        </QueryClientProvider>
      </MeContext>
    </ServicesContext>,
  );
  return { asked, sent, address: () => address };
}

beforeAll(startEnglish);
beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close: () => undefined,
  });
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The tabs, the chosen one in capitals. */
const tabs = () =>
  screen
    .getAllByRole('tab')
    .map(({ textContent, ariaSelected }) =>
      ariaSelected === 'true' ? textContent.toUpperCase() : textContent,
    );

test('a finished list leads to its safe addresses by one figure and one solid button', async () => {
  const { sent } = open(() => finished);
  const figure = await screen.findByText('3,900', { selector: 'strong' });
  expect(figure.parentElement?.textContent).toBe('3,900 of 4,800 are safe');
  await screen.findByText('640 to remove, 190 risky to send, 70 couldn’t be verified');
  fireEvent.click(screen.getByRole('button', { name: 'Download 3,900 safe addresses' }));
  await expect.poll(() => sent).toEqual([{ file_id: finished.file_id, type: 'valid' }]);
  const items = screen.getAllByRole('menuitem', { hidden: true });
  expect(items.map((item) => item.textContent.trim())).toEqual([
    'All 4,800',
    'Valid 3,900',
    'Invalid 640',
    'Risky 190',
    'Unknown 70',
    'Export…',
    'Print',
  ]);
  cleanup();
  open(() => ({ ...finished, valid: 0 }));
  await screen.findByRole('button', { name: 'Download' });
});

test('the address has the tab, and opens the rows where they are filtered', async () => {
  const { asked, address } = open(() => finished);
  await expect.poll(tabs).toEqual(['OVERVIEW', 'Rows', 'Details']);
  expect(screen.queryByRole('search')).toBeNull();
  expect(asked).toEqual([]);
  fireEvent.click(screen.getByRole('tab', { name: 'Details' }));
  expect(address()).toBe('?tab=details');
  expect(screen.getByText('Distinct addresses', { selector: 'dt' }).closest('[hidden]')).toBeNull();
  cleanup();
  const filtered = open(() => finished, { query: '?status=risky' });
  await expect.poll(tabs).toEqual(['Overview', 'ROWS', 'Details']);
  fireEvent.click(screen.getByRole('tab', { name: 'Overview' }));
  expect(filtered.address()).toBe('?status=risky&tab=overview');
  fireEvent.click(screen.getByRole('button', { name: /^Mailbox does not exist/ }));
  expect(filtered.address()).toBe('?tab=rows&reason=no_such_mailbox');
  expect(document.activeElement?.textContent).toBe('Rows');
});

test('each share is rounded by itself', async () => {
  open(() => finished);
  await screen.findByText('of 4,800 are safe', { exact: false });
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
  // A bar is as long as its figure says, of the whole list.
  const google = screen.getByText('Google', { selector: 'span' }).closest('li');
  expect(google?.textContent).toMatch(/^Google[\d,]+ · [\d.]+%$/);
  const share = Number(/ ([\d.]+)%/.exec(google?.textContent ?? '')?.[1]);
  const grey = google?.querySelector('rect[data-tone=rest]')?.getAttribute('x') ?? '100%';
  expect(Number.parseFloat(grey)).toBeCloseTo(share, -1);
});

test.each([
  [404, 'There is no such list here.'],
  [400, 'There is no such list here.'],
  [500, 'The details could not be loaded.'],
])('a response of %i says what is the matter', async (status, words) => {
  open(() => status);
  expect(await screen.findByText(words, { exact: false })).toBeDefined();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('List');
});

test('before the first answer the bar is grey and says so', async () => {
  const none = { processed: 0, valid: 0, invalid: 0, risky: 0, unknown: 0, reasons: {} };
  open(() => ({ ...running, ...none }));
  const bar = await screen.findByRole('img', { name: 'No address has an answer yet.' });
  expect(bar.children).toHaveLength(0);
  expect(screen.queryByRole('table')).toBeNull();
});

test('malformed addresses are no answers before the list is finished', async () => {
  const malformed = { bad_syntax: 3 };
  const none = { processed: 3, valid: 0, invalid: 3, risky: 0, unknown: 0, reasons: malformed };
  let list: ListDetail = { ...otherResponses.paused.data, ...none };
  open(() => list);
  await screen.findByRole('img', { name: 'No address has an answer yet.' });
  expect(screen.queryByText('Invalid')?.parentElement?.textContent).toBe('Invalid00%');
  expect(tabs()).toEqual(['OVERVIEW', 'Details']);
  cleanup();
  const reasons = { ...running.reasons, ...malformed };
  list = { ...running, processed: 1203, invalid: 183, reasons };
  open(() => list, { query: '?tab=rows' });
  await screen.findByText('of 1,200 are safe', { exact: false });
  await screen.findByText(/^180 to remove/);
  await screen.findByText('1,200 rows so far', { exact: false });
});

test('a recheck says how many credits it lacks, and leads to them', async () => {
  open(() => ({ ...finished, unknown: 1205, reasons: { greylisted: 1205 } }));
  fireEvent.click(await screen.findByRole('button', { name: /^Recheck 1,205 unknowns/ }));
  await screen.findByText('You need 5 more credits.');
  const buy = () => screen.getByRole('link', { name: 'Buy credits' }).getAttribute('href');
  expect(buy()).toBe('/pricing-plan?credits=5');
  expect(screen.queryByRole('button', { name: 'Recheck' })).toBeNull();
  cleanup();
  const { data } = listExamples.recheckFile.response;
  const waiting = { status: 5, reason: 'insufficient_credit', credits_needed: 1210 } as const;
  open(() => ({ ...finished, recheck: { ...data, ...waiting } }));
  await screen.findByText('It waits for 1,210 credits.', { exact: false });
  expect(buy()).toBe('/pricing-plan?credits=10');
});

test('a list that waits for credits says what it will come to, and for how many it waits', async () => {
  const { paused } = otherResponses;
  const looked = { valid: 71, invalid: 18, risky: 8, unknown: 3, processed: 100 };
  const reasons = { accepted: 71, no_such_mailbox: 18, catch_all: 8, greylisted: 3 };
  let list: ListDetail = { ...paused.data, total_email: 5000, credits_needed: 6100 };
  open(() => list);
  await screen.findByText('Waiting for 4,900 credits.', { exact: false });
  expect(screen.queryByText(/we expect/)).toBeNull();
  cleanup();
  list = { ...list, ...looked, reasons };
  open(() => list);
  await screen.findByText('100 of 5,000 verified: we expect 71% safe, 18% to remove (± 10)');
});

test('a running list is asked again every eight seconds until it has ended', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let list = running;
  open(() => list, { query: '?tab=rows' });
  await screen.findByText('of 1,200 are safe', { exact: false });
  await expect.poll(() => document.title).toBe('25% · Customers of May – Tamis');
  await screen.findByText('1,200 rows so far', { exact: false });
  list = finished;
  await act(() => vi.advanceTimersByTimeAsync(8100));
  await screen.findByText('of 4,800 are safe', { exact: false });
  await screen.findByText('4,800 rows');
  expect(document.title).toBe('Customers of May – Tamis');
});

test('a reason narrows the rows down, in the address too, and all come back', async () => {
  const { asked, address } = open(() => finished, { query: '?status=risky' });
  await screen.findByText('p1@a.test');
  expect(asked).toEqual(['?status=risky']);
  const reason = { target: { value: 'catch_all' } };
  fireEvent.change(screen.getByLabelText('Reason'), reason);
  expect(address()).toBe('?reason=catch_all&tab=rows');
  await expect.poll(() => asked.at(-1)).toBe('?reason=catch_all');
  expect(screen.getByLabelText<HTMLSelectElement>('Verdict').value).toBe('risky');
  fireEvent.change(screen.getByLabelText('Verdict'), { target: { value: 'deliverable' } });
  expect(address()).toBe('?tab=rows&status=deliverable');
  fireEvent.click(await screen.findByRole('button', { name: 'Show all' }));
  expect(address()).toBe('?tab=rows');
});

test('a text counts once the typing rests, or with Enter', async () => {
  const { address } = open(() => finished, {
    query: '?tab=rows',
    page: () => ({ total: null, next: null }),
  });
  const field = await screen.findByLabelText('Text');
  vi.useFakeTimers();
  for (const value of ['n', 'ne', 'nee']) fireEvent.change(field, { target: { value } });
  act(() => vi.advanceTimersByTime(200));
  expect(address()).toBe('?tab=rows');
  act(() => vi.advanceTimersByTime(200));
  expect(address()).toBe('?tab=rows&q=nee');
  fireEvent.change(screen.getByLabelText('Domain'), { target: { value: 'a.test' } });
  fireEvent.keyDown(screen.getByLabelText('Domain'), { key: 'Enter' });
  expect(address()).toBe('?q=nee&tab=rows&domain=a.test');
  vi.useRealTimers();
  expect(await screen.findByText('100 rows')).toBeDefined();
});

test('a row opens, the arrows move, and one row is a tab stop', async () => {
  const { asked } = open(() => finished, { query: '?tab=rows' });
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
  expect(asked.at(-1)).toBe('?offset=4700');
  expect(table.querySelectorAll('[role=row]').length).toBeLessThan(50);
});

test('the verdict of a row is that of one address', async () => {
  i18next.addResourceBundle('fr', 'app', fr);
  onTestFinished(async () => void (await i18next.changeLanguage('en')));
  await i18next.changeLanguage('fr');
  open(() => finished, { query: '?tab=rows' });
  const row = (await screen.findByRole('button', { name: 'p1@a.test' })).closest('[role=row]');
  expect([...(row?.children ?? [])].map((cell) => cell.textContent)).toEqual([
    '1',
    'p1@a.test',
    'Valide',
    'Acceptée par le serveur de messagerie',
  ]);
});

test('a list whose result is deleted keeps its figures alone', async () => {
  const { asked } = open(() => ({ ...finished, expires_at: '2025-01-01T00:00:00.000Z' }), {
    query: '?tab=rows',
  });
  await screen.findByText('The rows were deleted with the result.', { exact: false });
  expect(screen.queryByRole('button', { name: /Download/ })).toBeNull();
  expect(asked).toEqual([]);
});

test('what is searched for is looked for page by page, over pages without any', async () => {
  const found: Readonly<Record<string, object>> = {
    '?q=needle': { rows: [], next: 'one' },
    '?q=needle&cursor=one': { rows: rows(0, 2), next: 'two' },
    '?q=needle&cursor=two': { rows: rows(2, 1), next: null },
  };
  const page = (search: string) => ({ total: null, ...found[search] });
  const { asked } = open(() => finished, { query: '?q=needle', page });
  expect(await screen.findByText('3 rows')).toBeDefined();
  expect(asked).toEqual(Object.keys(found));
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('4');
});

test('what is searched for is marked in the addresses that have it', async () => {
  open(() => finished, { query: '?q=3%40A', page: () => ({ total: null, next: null }) });
  const row = await screen.findByRole('button', { name: 'p13@a.test' });
  expect(row.querySelector('mark')?.textContent).toBe('3@a');
  expect(screen.getByRole('button', { name: 'p12@a.test' }).querySelector('mark')).toBeNull();
});

test('a row opens in a dialog where there is no room for columns', async () => {
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
  open(() => finished, { query: '?tab=rows' });
  fireEvent.click(await screen.findByRole('button', { name: 'p1@a.test' }));
  const dialog = await screen.findByRole('dialog', { name: 'p1@a.test' });
  expect(dialog.textContent).toContain('Valid · Accepted by the mail server');
  expect(dialog.textContent).toContain('It is p1@a.test');
  expect(screen.getByRole('table').textContent).not.toContain('It is p1@a.test');
});

test('nothing that is searched for is said to be so', async () => {
  open(() => finished, { query: '?q=x', page: () => ({ rows: [], next: null, total: null }) });
  expect(await screen.findByText('No rows match.')).toBeDefined();
  expect(screen.queryByRole('table')).toBeNull();
});

test('rows that do not load can be asked for again', async () => {
  let broken = true;
  open(() => finished, { query: '?tab=rows', page: () => (broken ? 500 : {}) });
  const alert = await screen.findByText('The rows could not be loaded. Your list is safe.');
  expect(alert.closest('[role=alert]')).not.toBeNull();
  broken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('p1@a.test')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the answers of a running list come from its first page, and again when asked for', async () => {
  const page = () => ({ rows: rows(0, 3), next: null });
  const { asked } = open(() => running, { query: '?status=risky', page });
  expect(await screen.findByText('50 rows so far', { exact: false })).toBeDefined();
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('-1');
  fireEvent.click(screen.getByRole('button', { name: 'Look for new answers' }));
  await expect.poll(() => asked).toEqual(['?status=risky', '?status=risky']);
});

test('a list that was cancelled before its first answer has neither bar nor rows', async () => {
  const none = { processed: 0, valid: 0, invalid: 0, risky: 0, unknown: 0, reasons: {} };
  open(() => ({ ...running, ...none, status: 6, reason: 'not_text' }));
  await screen.findByText('Save the addresses as CSV', { exact: false });
  expect(screen.queryByRole('img')).toBeNull();
});

test('a list’s scores, domains and providers are there as tables, too', async () => {
  open(() => finished);
  await screen.findByText('3,900', { selector: 'strong' });
  const told = (name: string) =>
    within(screen.getByRole('table', { name, hidden: true }))
      .getAllByRole('row', { hidden: true })
      .map(({ children }) => Array.from(children, ({ textContent }) => textContent).join(' '));
  const [head, first, ...scores] = told('Score (0 to 100)');
  expect([head, first]).toEqual(['Score (0 to 100) Distinct addresses', '0–9 640']);
  expect(scores.slice(5)).toEqual(['60–69 70', '70–79 190', '80–89 0', '90–100 3,900']);
  expect(told('Largest domains')).toContain('customer.test 95 3 40 0');
  expect(told('Largest providers')).toEqual([
    'Provider Valid Invalid Risky Unknown',
    'Google 2,260 251 31 14',
  ]);
  cleanup();
  open(() => ({ ...finished, scores: [] }));
  await screen.findByText('3,900', { selector: 'strong' });
  expect(screen.queryByText('How likely mail arrives')).toBe(null);
});
