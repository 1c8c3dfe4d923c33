import { AppError } from '../../../shared/contract/errors.ts';
import type {
  ListedRow,
  RowFilter,
  RowsPageQuery,
  RowsPage,
} from '../../../shared/contract/list-rows.ts';
import { LIST_STATUS } from '../../../shared/model/list-status.ts';
import { SAMPLE_LIST_ID } from '../../../shared/model/sample-list.ts';
import {
  VERDICT_REASONS,
  type VerdictReason,
  statusForReason,
} from '../../../shared/model/verdict.ts';
import { userIdOf } from '../../access/rules/owner.ts';
import { BlobMissingError } from '../../platform/s3/blobs.ts';
import type { ListsDeps } from '../deps.ts';
import { withFlag } from '../rules/row-facts.ts';
import { createRowConverter, createResultRowConverter } from './listed-row.ts';
import {
  type ResultRow,
  readResultHeader,
  readResultIndex,
  readResultReplies,
  findResultRows,
} from './result-rows.ts';
import { type List, resultIdOf } from '../rules/list.ts';
import type { ResultIndex } from '../rules/result/result-index.ts';
import { type RowMatcher, createRowMatcher } from './row-matcher.ts';
import { matcherForList } from './matcher-for-list.ts';
import { createInvalidCursorError, parseRowsCursor, formatRowsCursor } from './rows-cursor.ts';
import { countSegments } from './row-segments.ts';
import { listSampleRows } from './sample-list.ts';
import { readRunningListRows } from './running-list-rows.ts';

type ListRowsDeps = Pick<
  ListsDeps,
  'activity' | 'blobs' | 'bouncedAddresses' | 'clock' | 'limits' | 'lists' | 'tasks'
>;

const PAGE_SIZE = 100;
/** Maximum cells per row, so that a page fits into a Lambda response. */
const MAX_CELLS = 50;
/** Maximum characters per cell, for the same reason as MAX_CELLS. */
const MAX_CELL_LENGTH = 300;
/** After reading this many bytes of a result, a call stops and returns its page with a cursor. */
const MAX_READ_BYTES = 12 * 1024 * 1024;
/**
 * After this time, a search starts no more reads and returns a cursor, so that it responds quickly
 * even on a busy machine. There is no limit for a filter whose matching rows the index counts.
 */
const MAX_SEARCH_MS = 120;
/** Maximum verdicts to examine per call while the list is running. */
const MAX_ANSWERS = 20_000;

/**
 * Returns a page of a list's rows that have an address, in file order. For an unfinished list,
 * returns a page of the addresses verified so far, in no stable order.
 * @throws {AppError} `not_found`, `wrong_state` for a canceled list, `expired`, `validation` for a
 *   bad cursor, or for an offset with a cursor, in an unfinished list, or with a filter whose
 *   matching rows the index does not count; with `segments`, also `too_many_requests` and
 *   `selection_too_large`
 */
export async function readResultRows(
  deps: ListRowsDeps,
  userId: string,
  listId: string,
  query: RowFilter & RowsPageQuery,
): Promise<RowsPage> {
  const { cursor, offset, with: more, ...filter } = query;
  const isCounted = !cursor && createRowMatcher(filter).isCounted;
  if (listId === SAMPLE_LIST_ID) {
    if (offset !== undefined && !isCounted) throw badOffset();
    return listSampleRows(query);
  }
  const list = await deps.lists.get(userId, listId);
  if (!list) throw new AppError('not_found');
  if (list.status === LIST_STATUS.canceled) throw new AppError('wrong_state');
  const isFinished = list.status === LIST_STATUS.finished;
  if (offset !== undefined && !(isFinished && isCounted)) throw badOffset();
  if (list.expiresAt !== null && Date.parse(list.expiresAt) <= deps.clock.now())
    throw new AppError('expired');
  // The caller must not get rows without an entry in the log.
  const entry = { kind: 'list', what: 'read', target: listId, name: list.name } as const;
  await deps.activity.recordDaily(userIdOf(userId), entry);
  try {
    return isFinished
      ? await finishedPage(deps, list, filter, { cursor, offset, with: more })
      : await runningPage(deps, list, filter, cursor);
  } catch (error) {
    if (!(error instanceof BlobMissingError)) throw error;
    // The list ended, was deleted or expired after it was looked up.
    throw isFinished
      ? new AppError('expired', {}, { cause: error })
      : createInvalidCursorError({ cause: error });
  }
}

const badOffset = (): AppError =>
  new AppError('validation', { fields: { offset: ['field.invalid'] } });

/** Returns the cells of a row except the address, shortened to fit a page. */
const otherCells = ({ column }: ResultIndex, cells: readonly string[]): string[] =>
  cells
    .filter((_, at) => at !== column)
    .slice(0, MAX_CELLS)
    .map((cell) => cell.slice(0, MAX_CELL_LENGTH));

async function withBounces(
  { bouncedAddresses }: ListRowsDeps,
  list: List,
  rows: readonly ListedRow[],
): Promise<ListedRow[]> {
  const addresses = rows.flatMap(({ address }) => (address === '' ? [] : [address]));
  const bounces = await bouncedAddresses.find(list.userId, addresses);
  return rows.map((row) => {
    const bounced = bounces.get(row.address);
    return bounced ? { ...row, bounced } : row;
  });
}

async function finishedPage(
  deps: ListRowsDeps,
  list: List,
  filter: RowFilter,
  { cursor, offset = 0, with: more }: RowsPageQuery,
): Promise<RowsPage> {
  const { blobs, clock } = deps;
  const from = Number(parseRowsCursor(list, filter, cursor, /^\d{1,9}$/)?.[0] ?? 0);
  const matcher = await matcherForList(deps, list, filter);
  const deadline = matcher.isCounted ? Number.POSITIVE_INFINITY : clock.now() + MAX_SEARCH_MS;
  const resultId = resultIdOf(list);
  const index = await readResultIndex(blobs, resultId);
  const start = { from, skip: offset };
  const found: ResultRow[] = [];
  let next: number | undefined;
  let bytes = 0;
  for await (const batch of findResultRows(blobs, resultId, index, matcher, start, PAGE_SIZE + 1)) {
    found.push(...batch.rows);
    bytes += batch.bytes;
    next = found.length > PAGE_SIZE ? found[PAGE_SIZE]?.row : batch.next;
    if (found.length > PAGE_SIZE || bytes >= MAX_READ_BYTES || clock.now() >= deadline) break;
    next = undefined;
  }
  const page = found.slice(0, PAGE_SIZE);
  const hasReplies = page.some(({ records, recordIndex }) => records.replies[recordIndex] !== 0);
  const replies = hasReplies ? await readResultReplies(blobs, resultId) : [];
  const toRow = createResultRowConverter(list, index, replies);
  return {
    ...(!cursor &&
      offset === 0 && {
        header: otherCells(index, await readResultHeader(blobs, resultId, index)),
      }),
    rows: await withBounces(
      deps,
      list,
      page.map((each) =>
        more === 'cells'
          ? Object.assign(toRow(each), { cells: otherCells(index, each.cells) })
          : toRow(each),
      ),
    ),
    ...(more === 'segments' && { segments: await countSegments(deps, list, index) }),
    next: next === undefined ? null : formatRowsCursor(list, filter, String(next)),
    total: totalOf(index, matcher),
  };
}

function totalOf({ counts }: ResultIndex, { reasons, isCounted }: RowMatcher): number | null {
  if (!isCounted) return null;
  let total = 0;
  for (const reason of reasons) total += counts[statusForReason(reason)]?.[reason] ?? 0;
  return total;
}

const isReason = (word: string): word is VerdictReason =>
  (VERDICT_REASONS as readonly string[]).includes(word);

async function runningPage(
  deps: ListRowsDeps,
  list: List,
  filter: RowFilter,
  cursor: string | undefined,
): Promise<RowsPage> {
  const [, from, skippedLines] =
    parseRowsCursor(list, filter, cursor, /^(\d{5,9}[rd]{0,8}):(\d{1,6})$/) ?? [];
  const matcher = await matcherForList(deps, list, filter);
  const toRow = createRowConverter(list);
  const rows: ListedRow[] = [];
  const deadline = deps.clock.now() + MAX_SEARCH_MS;
  let answers = 0;
  for await (const batch of readRunningListRows(deps, list, from)) {
    const isLate = answers > 0 && deps.clock.now() >= deadline;
    for (const { task, line, address, cells } of batch) {
      if (task === from && line < Number(skippedLines)) continue;
      if (rows.length === PAGE_SIZE || answers === MAX_ANSWERS || isLate)
        return { rows, next: formatRowsCursor(list, filter, `${task}:${line}`), total: null };
      answers += 1;
      const [, , reason = '', suggestion = '', bits = '', provider = '', reply = ''] = cells;
      if (
        !isReason(reason) ||
        !matcher.reasons.has(reason) ||
        !matcher.matchesContent(address, [address])
      )
        continue;
      const flags = withFlag(Number(bits), 'suggested', suggestion !== '');
      if (matcher.matchesVerdict && !matcher.matchesVerdict(reason, flags)) continue;
      rows.push(
        toRow({ row: null, email: address, address, reason, flags, suggestion, provider, reply }),
      );
    }
  }
  return { rows, next: null, total: null };
}
