import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listExamples } from '../../../../../shared/contract/examples/lists.ts';
import type { ListDetail } from '../../../../../shared/contract/list-detail.ts';
import {
  createListedRows,
  finishedListDetail,
  renderListPage,
  stubBrowserApis,
} from '../../../testing/open-list.tsx';

stubBrowserApis();

const cancelUntil = '2126-11-23T09:41:10.000Z';
const misread: ListDetail = { ...finishedListDetail, cancel_until: cancelUntil };
const rows = createListedRows(0, 12).map((row) => Object.assign(row, { email: `1^${row.email}` }));

test('shows ten rows of a list that was probably misread', async () => {
  const { rowRequests } = renderListPage(() => misread, { page: () => ({ rows }) });
  const table = await screen.findByRole('table', { name: /^Almost none/ });
  await within(table).findByText('1^p1@a.test');
  expect(within(table).getAllByRole('row')).toHaveLength(11);
  within(table).getByRole('row', { name: '10 1^p10@a.test p10@a.test' });
  expect(rowRequests).toEqual(['?status=undeliverable']);
});

test('shows no warning for other lists', async () => {
  renderListPage(() => finishedListDetail);
  await screen.findByText('3,900', { selector: 'strong' });
  expect(screen.queryByText(/^Almost none/)).toBeNull();
});

test('cancels the list after a confirmation, and says what happened', async () => {
  let list: ListDetail = misread;
  const { deletions } = renderListPage(() => list, { page: () => ({ rows }) });
  fireEvent.click(await screen.findByRole('button', { name: /^Cancel the list and get/ }));
  await screen.findByText(/^Its result is deleted for good\. Credits returned: up to 4,610\.$/);
  const { cancel_until: _, ...rest } = misread;
  list = { ...rest, expires_at: '2026-11-22T09:41:10.000Z', credits_returned: 4610 };
  fireEvent.click(screen.getByRole('button', { name: 'Cancel the list' }));
  await screen.findByText('You canceled this list. Credits returned: 4,610.');
  expect(deletions).toEqual([`/api/file/${misread.id}?refund=true`]);
  expect(screen.queryByText(/^Almost none/)).toBeNull();
});

const { data: runningRecheck } = listExamples.recheckFile.response;

test.each([
  ['to an account that has used it', { cancel_until: null }],
  ['while a recheck is running', { recheck: runningRecheck }],
])('offers no cancellation %s', async (_, state) => {
  renderListPage(() => ({ ...misread, ...state }), { page: () => ({ rows }) });
  await screen.findByText('1^p1@a.test');
  expect(screen.queryByRole('button', { name: /^Cancel/ })).toBeNull();
});
