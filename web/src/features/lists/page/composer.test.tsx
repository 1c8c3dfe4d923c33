import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { listExamples } from '../../../../../shared/contract/examples/lists.ts';
import type { ListDetail } from '../../../../../shared/contract/list-detail.ts';
import {
  finishedListDetail,
  renderListPage,
  createListedRows,
  runningListDetail,
  stubBrowserApis,
} from '../../../testing/open-list.tsx';
import { segmentsOf } from '../../../testing/segments.ts';
import { estimateSegments, riskLevelsOf, type Segments, summarize } from './segments.ts';

stubBrowserApis();
beforeEach(() => localStorage.clear());

const { file_id, id } = finishedListDetail;
const { data: recheck } = listExamples.recheckFile.response;
const { data: correcting } = listExamples.verifyCorrections.response;
const corrected: ListDetail = {
  ...finishedListDetail,
  corrected: 12,
  recheck: { ...correcting, status: 7, processed: 12, valid: 9, invalid: 3, credits_charged: 11 },
};

const toggle = async (name: RegExp): Promise<void> => {
  fireEvent.click(await screen.findByRole('switch', { name }));
};
/** Waits for the segments. */
const ready = () => screen.findByText(/should bounce/);
/** The figure, the expected bounces and the label of the button. */
const shown = () => [
  screen.getByText(/addresses selected of/, { selector: 'p' }).textContent,
  screen.queryByText(/should bounce/)?.textContent,
  screen.getByRole('button', { name: /^Download .* address/ }).textContent,
];

describe('the composer of a list', () => {
  test('follows each switch with the figure, the expected bounces and the button', async () => {
    const { sent } = renderListPage(() => finishedListDetail);
    await ready();
    await expect
      .poll(shown)
      .toEqual([
        '3,900 addresses selected of 4,800',
        'About 78 should bounce (2%)',
        'Download 3,900 addresses',
      ]);
    const switches = screen
      .getAllByRole('switch')
      .map((each) => each.closest('label')?.textContent);
    expect(switches).toEqual([
      'Safe3,9002% bounce',
      'Corrected0',
      'Risky19043% bounce',
      'Unknown7034% bounce',
      'Duplicates35',
    ]);
    await toggle(/^Risky/);
    await toggle(/^Duplicates/);
    expect(shown()).toEqual([
      '4,125 addresses selected of 4,835',
      'About 160 should bounce (3.9%)',
      'Download 4,125 addresses',
    ]);
    await toggle(/^Safe/);
    fireEvent.click(screen.getByRole('button', { name: 'Download 190 addresses' }));
    const include = ['corrected', 'risky', 'duplicates'];
    await expect.poll(() => sent).toEqual([{ file_id, type: 'all', format: 'csv', include }]);
    await toggle(/^Risky/);
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Download 0 addresses' });
    expect(button.disabled).toBe(true);
  });

  test('limits the risky addresses with a slider', async () => {
    const { sent } = renderListPage(() => finishedListDetail);
    await ready();
    await toggle(/^Risky/);
    const slider = await screen.findByRole('slider', { name: 'How much risk will you accept?' });
    expect(slider.getAttribute('aria-valuetext')).toBe('All risky addresses');
    fireEvent.change(slider, { target: { value: 0 } });
    expect(slider.getAttribute('aria-valuetext')).toBe('Only rows with a score of at least 70');
    fireEvent.click(await screen.findByRole('button', { name: 'Download 3,995 addresses' }));
    const include = ['safe', 'corrected', 'risky'];
    const risk = { min_score: 70, only: 'lasting' };
    await expect
      .poll(() => sent)
      .toEqual([{ file_id, type: 'all', format: 'csv', include, ...risk }]);
    // The level of risk has no meaning without risky addresses.
    await toggle(/^Risky/);
    fireEvent.click(screen.getByRole('button', { name: 'Download 3,900 addresses' }));
    await expect.poll(() => Object.keys(sent.at(-1) ?? {})).not.toContain('min_score');
  });

  test('remembers the format and the columns', async () => {
    const { sent } = renderListPage(() => finishedListDetail);
    fireEvent.click(await screen.findByRole('button', { name: 'Excel (.xlsx)' }));
    fireEvent.click(screen.getByRole('button', { name: 'Columns…' }));
    for (const name of ['Reason', 'Suggestion', 'Verified address'])
      fireEvent.click(await screen.findByRole('checkbox', { name }));
    cleanup();
    const again = renderListPage(() => finishedListDetail);
    await ready();
    fireEvent.click(screen.getByRole('button', { name: /^Download 3,900/ }));
    const columns = ['original', 'status'];
    await expect.poll(() => again.sent).toMatchObject([{ format: 'xlsx', columns }]);
    expect(sent).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Columns…' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Usual columns' }));
    await expect.poll(() => localStorage.getItem('take')).toBe('xlsx');
  });

  test('does not round the expected bounces of a short list to none', async () => {
    renderListPage(() => ({ ...finishedListDetail, valid: 16 }));
    expect(await screen.findByText('Less than 1 should bounce (2%)')).toBeDefined();
  });

  test('mentions how many addresses it leaves out', async () => {
    const [safe, ...rest] = segmentsOf(finishedListDetail);
    const segments = [{ ...safe, count: 3897, bounced: 3 }, ...rest];
    renderListPage(() => finishedListDetail, { page: () => ({ segments }) });
    const omitted = 'Left out: 640 invalid, 3 that bounced before.';
    expect(await screen.findByText(omitted)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Download 3,897 addresses' })).toBeDefined();
  });

  test.each([
    ['Check 12 suggested spellings', 'corrections', /^At most 12 credits; free if unknown/],
    ['Recheck 70 unknowns', 'recheck', /^At most 70 credits; you pay only for clear results/],
  ] as const)('starts a paid check on one press: %s', async (name, path, price) => {
    let list: ListDetail = finishedListDetail;
    const { posts } = renderListPage(() => list);
    const button = await screen.findByRole('button', { name });
    screen.getByText(price);
    list = { ...list, recheck: path === 'recheck' ? recheck : correcting };
    fireEvent.click(button);
    await screen.findByRole('progressbar', { name: /^(Checking|Rechecking) / });
    expect(posts).toEqual([`/api/${path === 'recheck' ? 'file' : 'lists'}/${id}/${path}`]);
    expect(screen.queryByRole('button', { name: /^(Check|Recheck) / })).toBeNull();
  });

  test('counts the valid corrections once they are verified', async () => {
    renderListPage(() => corrected);
    await screen.findByText('9 of 12 corrections are valid. Credits used: 11.');
    await screen.findByRole('button', { name: 'Download 3,909 addresses' });
    screen.getByText('Left out: 631 invalid.');
    expect(screen.queryByText(/misspelled|suggested spelling/)).toBeNull();
    screen.getByRole('button', { name: 'Recheck 70 unknowns' });
  });

  test('offers the missing credits instead of a check that they do not cover', async () => {
    renderListPage(() => ({ ...finishedListDetail, suggested: 1217, corrected: 12 }));
    const buy = () => screen.getByRole('link', { name: 'Buy credits' }).getAttribute('href');
    await screen.findByText(/You need 5 more credits\./);
    expect(buy()).toBe('/pricing-plan?credits=5');
    cleanup();
    const waiting = { status: 5, reason: 'insufficient_credit', credits_needed: 1210 } as const;
    renderListPage(() => ({ ...finishedListDetail, recheck: { ...recheck, ...waiting } }));
    await screen.findByText('Waiting for 1,210 credits.', { exact: false });
    expect(buy()).toBe('/pricing-plan?credits=10');
  });

  test('fills while the list is running, and offers the file once it is finished', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let list: ListDetail = runningListDetail;
    renderListPage(() => list);
    const safe = await screen.findByRole<HTMLInputElement>('switch', { name: /^Safe/ });
    expect(safe.disabled).toBe(true);
    expect(screen.queryByRole('button', { name: /^Download/ })).toBeNull();
    list = finishedListDetail;
    await act(() => vi.advanceTimersByTimeAsync(8100));
    await screen.findByRole('button', { name: 'Download 3,900 addresses' });
    expect(screen.getByRole<HTMLInputElement>('switch', { name: /^Safe/ }).disabled).toBe(false);
  });

  test('shows the verdict of a correction in its row', async () => {
    const [typo] = createListedRows(0, 1);
    const correction = { suggestion: 'p1@b.test', corrected: 'p1@b.test' };
    const page = () => ({ rows: [{ ...typo, ...correction, corrected_status: 'risky' }] });
    renderListPage(() => corrected, { query: '?tab=rows', page });
    const cell = await screen.findByRole('cell', { name: /Did you mean p1@b\.test\? Risky$/ });
    expect(cell.textContent).toContain('› p1@b.test · Risky');
  });
});

test('includes disposable addresses only in the last level, whatever their score', () => {
  const none = { duplicates: 0, bounced: 0 };
  const segments: Segments = [
    ...estimateSegments({ ...finishedListDetail, risky: 0 }),
    { ...none, include: 'risky', reason: 'disposable', score: 98, count: 5 },
    { ...none, include: 'risky', reason: 'catch_all', score: 70, count: 3 },
    { ...none, include: 'risky', reason: 'mailbox_full', score: 2, count: 1 },
  ];
  const levels = riskLevelsOf(segments);
  expect(levels).toEqual([
    { min_score: 70, only: 'lasting' },
    { min_score: 2, only: 'lasting' },
    {},
  ]);
  expect(levels.map((level) => summarize(segments, ['risky'], level).rows)).toEqual([3, 4, 9]);
  expect(riskLevelsOf(segments.slice(0, -3))).toEqual([{}]);
});
