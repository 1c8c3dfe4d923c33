import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listExamples } from '../../../../../shared/contract/examples/lists.ts';
import type { ListDetail } from '../../../../../shared/contract/list-detail.ts';
import {
  finishedListDetail,
  renderListPage,
  createListedRows,
  stubBrowserApis,
} from '../../../testing/open-list.tsx';

stubBrowserApis();

const { data: recheck } = listExamples.verifyCorrections.response;
const done = { status: 7, processed: 12, valid: 9, invalid: 3 } as const;

test('verifies the corrections on one press', async () => {
  let list: ListDetail = finishedListDetail;
  const { posts } = renderListPage(() => list, { query: '?tab=rows&only=suggested' });
  const button = await screen.findByRole('button', { name: 'Verify 12 corrections' });
  list = { ...finishedListDetail, recheck };
  fireEvent.click(button);
  await screen.findByRole('progressbar', { name: /^Verifying 12 corrections/ });
  expect(posts).toEqual([`/api/lists/${finishedListDetail.id}/corrections`]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('shows the progress and the verdicts, and then offers the corrections as a download', async () => {
  renderListPage(() => ({ ...finishedListDetail, recheck }));
  await screen.findByText(/^Verifying 12 corrections/, { selector: 'p' });
  expect(screen.queryByRole('button', { name: /^(Verify|Recheck) / })).toBeNull();
  cleanup();
  const { sent } = renderListPage(() => ({
    ...finishedListDetail,
    corrected: 12,
    recheck: { ...recheck, ...done, credits_charged: 11 },
  }));
  await screen.findByText('9 of 12 corrections are valid');
  screen.getByText(/Credits charged: 11\./);
  expect(screen.queryByRole('button', { name: /^Verify / })).toBeNull();
  await screen.findByRole('button', { name: /^Recheck / });
  fireEvent.click(screen.getByRole('button', { name: 'Download the corrections' }));
  await waitFor(() => expect(sent).toMatchObject([{ type: 'all', only: 'suggested' }]));
});

test('offers only the corrections that were not verified, and credits if they are missing', async () => {
  renderListPage(() => ({ ...finishedListDetail, suggested: 1217, corrected: 12 }));
  const buy = await screen.findByRole('link', { name: 'Buy credits' });
  expect(buy.getAttribute('href')).toBe('/pricing-plan?credits=5');
  screen.getByText(/corrected spellings.* You need 5 more credits\.$/);
  cleanup();
  renderListPage(() => ({ ...finishedListDetail, corrected: 12 }));
  await screen.findByText('3,900', { selector: 'strong' });
  expect(screen.queryByRole('button', { name: /^Verify / })).toBeNull();
});

test('shows the verdict of a correction in its row', async () => {
  const [typo] = createListedRows(0, 1);
  const correction = { suggestion: 'p1@b.test', corrected: 'p1@b.test' };
  const page = () => ({ rows: [{ ...typo, ...correction, corrected_status: 'risky' }] });
  renderListPage(() => ({ ...finishedListDetail, corrected: 12 }), { query: '?tab=rows', page });
  const cell = await screen.findByRole('cell', { name: /Did you mean p1@b\.test\? Risky$/ });
  expect(cell.textContent).toContain('› p1@b.test · Risky');
});
