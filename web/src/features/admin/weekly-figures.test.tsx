import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { adminExamples } from '../../../../tests/support/examples/admin.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { WeeklyFigures } from './dashboard-page.tsx';

it('shows this week and the last one, and all weeks in a table, including empty ones', async () => {
  const [first, ...others] = adminExamples.weeklyFigures.response.data;
  const empty = { ...first, signups: null, verified: null, revenue_cents: null };
  vi.stubGlobal('fetch', async () => Response.json({ data: [empty, ...others] }));
  renderInApp(<WeeklyFigures />);
  await screen.findByText('This week (last week: €260.00)');
  const figures = document.querySelectorAll('dl div dd:first-of-type');
  expect([...figures].map(({ textContent }) => textContent)).toEqual(['41', '179,000', '€265.00']);

  const table = screen.getByRole('table', { name: 'The last 12 weeks', hidden: true });
  const rows = within(table).getAllByRole('row', { hidden: true });
  const cells = rows.map((row) => [...row.children].map(({ textContent }) => textContent));
  expect(cells).toHaveLength(13);
  expect(cells[1]).toEqual(['7 Sept 2026', '–', '–', '–']);
  expect(cells[12]).toEqual(['23 Nov 2026', '41', '179,000', '€265.00']);
});
