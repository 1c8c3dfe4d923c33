import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { usageExamples } from '../../../../shared/contract/examples/usage.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { MonthTiles } from './month-tiles.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const { data } = usageExamples.usage.response;
const [row] = data.data;

async function tilesOf(
  rows: Readonly<Record<string, [day: number, used: number, valid: number][]>>,
) {
  vi.useFakeTimers({ now: new Date('2026-01-10T12:00:00Z'), toFake: ['Date'] });
  const months: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    const month = new URL(url, 'http://localhost').searchParams.get('month') ?? '';
    months.push(month);
    const usage = (rows[month] ?? []).map(([day, charged, valid]) =>
      Object.assign({}, row, {
        day: `${month}-${String(day).padStart(2, '0')}`,
        type: 'list',
        file_id: `${month} ${day}`,
        charged,
        file_verified: 100,
        file_valid: valid,
      }),
    );
    return Response.json({ data: { ...data, month, data: usage, next: null } });
  });
  renderInApp(<MonthTiles />);
  return months;
}

it('compares the month with the same days of the month before', async () => {
  const months = await tilesOf({
    '2026-01': [[9, 90, 80]],
    // The second row is after the tenth day.
    '2025-12': [
      [10, 120, 75],
      [11, 5000, 5],
    ],
  });
  await screen.findByText('−25% on the same days of the month before (120)');
  screen.getByText('Same days of the month before: 75%');
  expect(new Set(months)).toEqual(new Set(['2026-01', '2025-12']));
});

it('compares nothing if the days of the month before had no usage', async () => {
  await tilesOf({
    '2026-01': [
      [8, 90, 52],
      [9, 90, 53],
    ],
    '2025-12': [[11, 5000, 5]],
  });
  await screen.findByText('of 200 addresses in lists');
  // Rounded in the same way as on the list's page.
  expect(screen.getAllByText('53%').length).toBeGreaterThan(0);
  expect(screen.getByText('This month, by lists and single checks')).toBeDefined();
});
