import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import type { Me } from '../../../../../../shared/contract/account.ts';
import type { ListSummary } from '../../../../../../shared/contract/list-detail.ts';
import { MeContext } from '../../../../lib/me.ts';
import type { UploadItem, QueueEvent } from './reduce.ts';
import { UploadRow } from './upload-row.tsx';

const phase = { name: 'sent', listId: '1' } as const;
const item: UploadItem = {
  id: 1,
  name: 'Guests',
  file: new File([], 'a.csv'),
  repeated: false,
  phase,
};

const dispatch = vi.fn<(event: QueueEvent) => void>();
const renderRow = (row: ListSummary | undefined, shown = item) =>
  render(
    <MemoryRouter>
      <MeContext value={{ available_credit: 0 } as Me}>
        <ul>
          <UploadRow item={shown} row={row} dispatch={dispatch} creditsAhead={0} />
        </ul>
      </MeContext>
    </MemoryRouter>,
  );

test.each([
  [undefined, 'valid', /^Uploaded/],
  [4, null, 'Currently being analysed or verified.'],
  [5, 'risky', 'Processing is paused, please wait.'],
  [6, 'invalid', 'Cancelled, contact support.'],
  [7, 'valid', 'Results can now be downloaded.'],
])('shows the icon of its list for a sent file: %s', (status, tone, text) => {
  const { container } = renderRow(
    status === undefined ? status : ({ id: '1', status } as ListSummary),
  );
  expect(screen.getByText(text)).toBeDefined();
  expect(container.querySelector('li > span')?.getAttribute('data-tone')).toBe(tone);
});

test('sends a file confirmed in its row with its detected column and encoding', () => {
  const summary = { rows: 9, credits: 8, column: 3, encoding: 'windows-1250' };
  renderRow(undefined, { ...item, phase: { name: 'unconfirmed', summary } });
  fireEvent.click(screen.getByRole('button', { name: 'Verify Guests' }));
  expect(dispatch).toHaveBeenCalledWith({
    type: 'moved',
    id: 1,
    phase: { name: 'queued' },
    as: expect.objectContaining({ column: 3, encoding: 'windows-1250', credits: 8 }),
  });
});
