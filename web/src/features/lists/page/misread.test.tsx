import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ListDetail } from '../../../../../shared/contract/list-detail.ts';
import {
  createListedRows,
  finishedListDetail,
  renderListPage,
  stubBrowserApis,
} from '../../../testing/open-list.tsx';

stubBrowserApis();

const cancelUntil = '2126-11-23T09:41:10.000Z';
const misread: ListDetail = { ...finishedListDetail, misread: { cancel_until: cancelUntil } };
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
