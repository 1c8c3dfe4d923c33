import type { Page } from 'playwright-core';
import type { ListSummary } from '../../shared/contract/list-detail.ts';
import { LIST_STATE_NAMES, LIST_STATUS } from '../../shared/model/list-status.ts';

export const createListRow = (
  row: Partial<ListSummary> & Pick<ListSummary, 'id'>,
): ListSummary => ({
  file_id: row.id,
  file_name: `List ${row.id}`,
  source_name: 'list.csv',
  created_at: '2026-03-02T08:00:00.000Z',
  start_date: null,
  end_date: null,
  total_email: 0,
  processed: 0,
  valid: 0,
  invalid: 0,
  risky: 0,
  unknown: 0,
  duplicates: 0,
  status: LIST_STATUS.waiting,
  state: LIST_STATE_NAMES[row.status ?? LIST_STATUS.waiting],
  reason: null,
  expires_at: null,
  ...row,
});

export const createListsResponse = (rows: readonly ListSummary[], last_page = 1) => ({
  data: {
    data: rows,
    from: rows.length > 0 ? 1 : null,
    current_page: 1,
    last_page,
    total: rows.length,
  },
});

export async function fakeLists(page: Page, rows: readonly ListSummary[]): Promise<void> {
  await page.route('**/api/get-file?*', (route) =>
    route.fulfill({ json: createListsResponse(rows) }),
  );
}
