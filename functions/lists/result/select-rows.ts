import type { DownloadColumn } from '../../../shared/contract/list-rows.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { PRODUCT_NAME } from '../../../shared/model/product.ts';
import type { Language } from '../../../shared/model/account.ts';
import type { ResultKind } from '../rules/blob-keys.ts';
import { RESULT_BOM, formatCsvLine } from '../rules/result/result-format.ts';
import { type ResultIndex, hasCorrections } from '../rules/result/result-index.ts';
import { type List, resultIdOf } from '../rules/list.ts';
import { KIND_BY_STATUS, statusForReason } from '../../../shared/model/verdict.ts';
import { COLUMNS_WITH_CORRECTIONS, DEFAULT_COLUMNS, selectColumns } from './select-columns.ts';
import { createResultRowConverter } from './listed-row.ts';
import {
  readResultHeader,
  readResultIndex,
  readResultReplies,
  findResultRows,
} from './result-rows.ts';
import type { RowQuery } from './row-matcher.ts';
import { matcherForList } from './matcher-for-list.ts';
import type { ListsDeps } from '../deps.ts';
import { composeRows } from './row-segments.ts';
import { generateWorkbook } from '../../platform/workbook.ts';

const SHEET_OPTIONS = { name: PRODUCT_NAME, tooMany: () => new AppError('too_many_for_sheet') };

type Deps = Pick<ListsDeps, 'bouncedAddresses'> & {
  readonly blobs: Pick<ListsDeps['blobs'], 'bytes' | 'read'>;
};

const BATCH_ROWS = 2000;

export interface RowSelection {
  readonly type: ResultKind;
  readonly filter: RowQuery;
  readonly columns: readonly DownloadColumn[] | undefined;
  /** Language of the `meaning` column. */
  readonly language: Language;
  readonly format: 'csv' | 'xlsx';
}

/** Yields the selected rows in constant memory. @throws {AppError} `too_many_for_sheet` */
export async function* selectRows(
  deps: Deps,
  list: List,
  selection: RowSelection,
): AsyncGenerator<Uint8Array> {
  const index = await readResultIndex(deps.blobs, resultIdOf(list));
  const rows = selectedRows(deps, list, index, selection);
  if (selection.format === 'xlsx') yield* generateWorkbook(rows, SHEET_OPTIONS);
  else yield* encodeCsv(rows, index.separator);
}

async function* encodeCsv(
  batches: AsyncIterable<readonly (readonly string[])[]>,
  separator: string,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(RESULT_BOM);
  for await (const rows of batches)
    yield Buffer.from(rows.map((cells) => formatCsvLine(cells, separator)).join(''));
}

/** Yields the column names as the first batch, then the rows in batches. */
async function* selectedRows(
  deps: Deps,
  list: List,
  index: ResultIndex,
  { type, filter, columns: requestedColumns, language }: RowSelection,
): AsyncGenerator<string[][]> {
  const { blobs } = deps;
  const listId = resultIdOf(list);
  const header = await readResultHeader(blobs, listId, index);
  const defaultColumns = defaultColumnsOf(index, filter);
  const { columns, names, cellsOf } = selectColumns(
    header,
    language,
    requestedColumns ?? defaultColumns,
  );
  const composition = filter.include && (await composeRows(deps, list, index, filter));
  const filterMatcher = composition?.matcher ?? (await matcherForList(deps, list, filter));
  const isOfType = (status: keyof typeof KIND_BY_STATUS) =>
    type === 'all' || KIND_BY_STATUS[status] === type;
  const reasons = [...filterMatcher.reasons].filter((reason) => isOfType(statusForReason(reason)));
  const replies = columns.includes('reply') ? await readResultReplies(blobs, listId) : [];
  yield [names];

  const toRow = createResultRowConverter(list, index, replies);
  const matcher = { ...filterMatcher, reasons: new Set(reasons) };
  const start = { from: 0, skip: 0 };
  for await (const { rows } of findResultRows(blobs, listId, index, matcher, start, BATCH_ROWS))
    yield rows.flatMap((found) => {
      const row = toRow(found);
      if (!composition) return [cellsOf(found.cells, row)];
      return composition.compose(found, row).map((each) => cellsOf(each.cells, each.row));
    });
}

function defaultColumnsOf(index: ResultIndex, { include }: RowQuery): readonly DownloadColumn[] {
  if (include?.includes('corrected')) return [...DEFAULT_COLUMNS, 'corrected_from'];
  return !include && hasCorrections(index) ? COLUMNS_WITH_CORRECTIONS : DEFAULT_COLUMNS;
}
