import { AppError } from '../../../shared/contract/errors.ts';
import {
  type ListedRow,
  ROW_FLAGS,
  type RowFilter,
  type RowsPageQuery,
  type RowsPage,
} from '../../../shared/contract/list-rows.ts';
import type { ListDetail } from '../../../shared/contract/list-detail.ts';
import type { Language } from '../../../shared/model/account.ts';
import {
  KIND_BY_STATUS,
  type VerdictReason,
  statusForReason,
} from '../../../shared/model/verdict.ts';
import { selectColumns } from './select-columns.ts';
import { type RowQuery, createRowMatcher } from './row-matcher.ts';
import { createIncludeFilter, SEGMENT_BY_STATUS, tallySegments } from './row-segments.ts';
import { createInvalidCursorError } from './rows-cursor.ts';
import { RESULT_BOM, formatCsvLine } from '../rules/result/result-format.ts';
import sample from './sample-list.json' with { type: 'json' };
import type { RowSelection } from './select-rows.ts';

/**
 * The result of a small sample list of a fictional shop, with a realistic share of bad rows. It has
 * no owner and is not stored, charged, counted or exported. Its domains are reserved (RFC 2606).
 */
export const SAMPLE_ROWS = sample.rows as readonly {
  readonly address: string;
  readonly customer: string;
  /** Undefined if the row has no address. */
  readonly reason?: VerdictReason;
  readonly score?: ListedRow['score'];
  readonly flags?: readonly (keyof ListedRow['flags'])[];
  readonly suggestion?: string;
  readonly provider?: string;
  readonly reply?: string;
}[];

const FILE_NAMES = { en: 'Sample list', fr: 'Liste d’exemple' };
const HEADER_CELLS = ['email', 'customer'];
const SEPARATOR = ';';

const ROWS = SAMPLE_ROWS.map((sampleRow, at) => {
  const { address, customer, reason, score = 0, flags = [], ...facts } = sampleRow;
  const has = (flag: (typeof ROW_FLAGS)[number]) => [flag, flags.includes(flag)];
  const row: ListedRow | undefined = reason && {
    row: at + 1,
    email: address,
    address: reason === 'bad_syntax' ? '' : address,
    status: statusForReason(reason),
    reason,
    flags: Object.fromEntries(ROW_FLAGS.map(has)) as ListedRow['flags'],
    score,
    as_of: sample.detail.start_date,
    ...facts,
  };
  return { cells: [address, customer], row };
});

const isRepeated = ({ row, email }: ListedRow): boolean =>
  ROWS.findIndex((each) => each.row?.email === email) + 1 !== row;

function segmentOf({ row, email, reason, score, status }: ListedRow) {
  const segment = SEGMENT_BY_STATUS[status];
  const first = ROWS.findIndex((each) => each.row?.email.toLowerCase() === email.toLowerCase());
  return segment && { segment, reason, score, isDuplicate: first + 1 !== row, isBounced: false };
}

function matchingRows({ include, ...query }: RowQuery) {
  const isIncluded = createIncludeFilter({ include, ...query });
  const isRisk = query.only === 'lasting';
  const filter = include
    ? { ...query, min_score: undefined, only: isRisk ? undefined : query.only }
    : query;
  const { reasons, domain, matchesContent } = createRowMatcher(filter);
  const { only, duplicates = true } = filter;
  // A sample row with bad syntax has no domain, and no sample row was rechecked.
  const isMatch = (row: ListedRow): boolean => {
    const segmented = segmentOf(row);
    if (include && !(segmented && isIncluded(segmented))) return false;
    return (
      only !== 'changed' &&
      (only !== 'role' || row.flags.role) &&
      (only !== 'suggested' || row.suggestion !== undefined) &&
      (duplicates || !isRepeated(row)) &&
      row.score >= (filter.min_score ?? 0) &&
      reasons.has(row.reason) &&
      (domain === undefined || row.reason !== 'bad_syntax')
    );
  };
  return ROWS.flatMap(({ cells, row }) =>
    row && isMatch(row) && matchesContent(row.email, cells) ? [{ cells, row }] : [],
  );
}

function countSampleSegments() {
  const tally = tallySegments();
  for (const { row } of ROWS) if (row) tally.add(segmentOf(row));
  return tally.counts();
}

export const describeSample = (language: Language): ListDetail => ({
  ...(sample.detail as Omit<ListDetail, 'file_name'>),
  file_name: FILE_NAMES[language],
});

const withCell = (row: ListedRow, cell: string): ListedRow => ({ ...row, cells: [cell] });

/** @throws {AppError} `validation` for a cursor, because one page contains all rows */
export function listSampleRows(query: RowFilter & RowsPageQuery): RowsPage {
  const { cursor, offset = 0, with: more, ...filter } = query;
  if (cursor) throw createInvalidCursorError();
  const rows = matchingRows(filter).map(({ cells: [, customer = ''], row }) =>
    more === 'cells' ? withCell(row, customer) : row,
  );
  return {
    rows: rows.slice(offset),
    ...(more === 'segments' && { segments: countSampleSegments() }),
    next: null,
    total: createRowMatcher(filter).isCounted ? rows.length : null,
    header: HEADER_CELLS.slice(1),
  };
}

/**
 * Returns rows of the sample as a file.
 * @param isWhole whether to include the row without an address, as the stored `all` file does
 * @throws {AppError} `wrong_state` for a workbook: binary files are only delivered by URL
 */
export function downloadSample(
  { type, filter, columns, language, format }: RowSelection,
  isWhole: boolean,
): { bytes: Uint8Array; name: string } {
  if (format === 'xlsx') throw new AppError('wrong_state');
  const { names, cellsOf } = selectColumns(HEADER_CELLS, language, columns);
  const rows = isWhole && type === 'all' ? ROWS : matchingRows(filter);
  const isOfType = (row?: ListedRow) =>
    type === 'all' || (row && KIND_BY_STATUS[row.status] === type);
  const lines = rows
    .filter(({ row }) => isOfType(row))
    .map(({ cells, row }) => cellsOf(cells, row));
  const text = [names, ...lines].map((cells) => formatCsvLine(cells, SEPARATOR)).join('');
  return { bytes: Buffer.from(RESULT_BOM + text), name: FILE_NAMES[language] };
}
