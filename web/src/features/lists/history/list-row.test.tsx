import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { runningList } from '../../../../../shared/contract/examples/list-states.ts';
import { ListHistoryRow } from './list-row.tsx';

test('shows addresses without an answer as a gray part of the bar', () => {
  const counts = { total_email: 40, processed: 4, valid: 3, invalid: 1, risky: 0, unknown: 0 };
  render(
    <MemoryRouter>
      <table>
        <tbody>
          <ListHistoryRow row={{ ...runningList, ...counts, status: 2 }} />
        </tbody>
      </table>
    </MemoryRouter>,
  );
  const bar = screen.getByRole('img', { name: 'Valid 3, Invalid 1, Risky 0, Unknown 0' });
  const widths = [...bar.children].map((part) => part.getAttribute('width'));
  expect(widths).toEqual(['7.5%', '2.5%', '90%']);
});
