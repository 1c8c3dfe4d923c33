import type { ListDetail } from '../../../shared/contract/list-detail.ts';
import { LIST_STATUS } from '../../../shared/model/list-status.ts';
import { userIdOf } from '../../access/rules/owner.ts';
import type { ListsDeps } from '../deps.ts';
import { type List, resultIdOf } from '../rules/list.ts';
import { CANCELLATION_WINDOW_MS } from '../rules/retention.ts';
import { verifiedAddressOf } from '../rules/result/result-format.ts';
import { findResultRows, readResultIndex, type ResultRow } from './result-rows.ts';
import { createRowMatcher } from './row-matcher.ts';

/** Returns the time until which a list can be canceled, in epoch milliseconds. */
export const cancellationDeadlineOf = (
  list: Pick<List, 'status' | 'likelyMisread' | 'creditsReturned' | 'endDate'>,
): number =>
  list.status === LIST_STATUS.finished && list.likelyMisread && list.creditsReturned === undefined
    ? Date.parse(list.endDate ?? '') + CANCELLATION_WINDOW_MS
    : 0;

/** Describes a list that was probably misread, for 48 hours, or its cancellation. */
export async function describeMisread(
  { clock, limits }: Pick<ListsDeps, 'clock' | 'limits'>,
  list: List,
): Promise<Pick<ListDetail, 'cancel_until' | 'credits_returned'>> {
  if (list.creditsReturned !== undefined) return { credits_returned: list.creditsReturned };
  const end = cancellationDeadlineOf(list);
  if (end <= clock.now()) return {};
  const { allowed } = await limits.peek('misread_user', userIdOf(list.userId));
  return { cancel_until: allowed ? new Date(end).toISOString() : null };
}

const SHOWN_ROWS = 10;
const MAX_CELL_LENGTH = 100;

/** Returns the first undeliverable rows of a finished list, to show how its file was read. */
export async function readMisreadRows({ blobs }: Pick<ListsDeps, 'blobs'>, list: List) {
  const resultId = resultIdOf(list);
  const index = await readResultIndex(blobs, resultId);
  const matcher = createRowMatcher({ status: 'undeliverable' });
  const start = { from: 0, skip: 0 };
  const found: ResultRow[] = [];
  for await (const { rows } of findResultRows(blobs, resultId, index, matcher, start, SHOWN_ROWS)) {
    found.push(...rows);
    if (found.length >= SHOWN_ROWS) break;
  }
  return found.slice(0, SHOWN_ROWS).map((each) => ({
    row: each.row + 1,
    cell: (each.cells[index.column] ?? '').slice(0, MAX_CELL_LENGTH).toWellFormed(),
    address: verifiedAddressOf(each, index.column),
  }));
}
