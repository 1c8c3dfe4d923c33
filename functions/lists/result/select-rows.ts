import type { Column } from '../../../shared/contract/list-rows.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { PRODUCT_NAME } from '../../../shared/model/product.ts';
import type { Language } from '../../../shared/model/account.ts';
import type { ResultKind } from '../rules/blob-keys.ts';
import { RESULT_BOM, formatCells } from '../rules/result/result-format.ts';
import { type ResultIndex, hasCorrections } from '../rules/result/result-index.ts';
import { type List, resultIdOf } from '../rules/list.ts';
import { KIND_BY_STATUS, statusOf } from '../../../shared/model/verdict.ts';
import { CORRECTED_COLUMNS, selectColumns } from './select-columns.ts';
import { resultRowConverter } from './listed-row.ts';
import { readHeader, readIndex, readReplies, resultRows } from './result-rows.ts';
import type { RowQuery } from './row-matcher.ts';
import { matcherForList } from './matcher-for-list.ts';
import type { ListsDeps } from '../deps.ts';
import { workbookOf } from '../../platform/workbook.ts';

const SHEET = { name: PRODUCT_NAME, tooMany: () => new AppError('too_many_for_sheet') };

type Deps = Pick<ListsDeps, 'bouncedAddresses'> & {
  readonly blobs: Pick<ListsDeps['blobs'], 'bytes'>;
};

const BATCH_ROWS = 2000;

export interface Selection {
  readonly type: ResultKind;
  readonly filter: RowQuery;
  readonly columns: readonly Column[] | undefined;
  /** Language of the `meaning` column. */
  readonly language: Language;
  readonly format: 'csv' | 'xlsx';
}

/** Yields the selected rows in constant memory. @throws {AppError} `too_many_for_sheet` */
export async function* selectRows(
  deps: Deps,
  list: List,
  selection: Selection,
): AsyncGenerator<Uint8Array> {
  const index = await readIndex(deps.blobs, resultIdOf(list));
  const rows = selectedRows(deps, list, index, selection);
  if (selection.format === 'xlsx') yield* workbookOf(rows, SHEET);
  else yield* encodeCsv(rows, index.separator);
}

async function* encodeCsv(
  batches: AsyncIterable<readonly (readonly string[])[]>,
  separator: string,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(RESULT_BOM);
  for await (const rows of batches)
    yield Buffer.from(rows.map((cells) => formatCells(cells, separator)).join(''));
}

/** Yields the column names as the first batch, then the rows in batches. */
async function* selectedRows(
  deps: Deps,
  list: List,
  index: ResultIndex,
  { type, filter, columns: requestedColumns, language }: Selection,
): AsyncGenerator<string[][]> {
  const { blobs } = deps;
  const listId = resultIdOf(list);
  const header = await readHeader(blobs, listId, index);
  const defaultColumns = hasCorrections(index) ? CORRECTED_COLUMNS : undefined;
  const { columns, names, cellsOf } = selectColumns(
    header,
    language,
    requestedColumns ?? defaultColumns,
  );
  const filterMatcher = await matcherForList(deps, list, filter);
  const isOfType = (status: keyof typeof KIND_BY_STATUS) =>
    type === 'all' || KIND_BY_STATUS[status] === type;
  const reasons = [...filterMatcher.reasons].filter((reason) => isOfType(statusOf(reason)));
  const replies = columns.includes('reply') ? await readReplies(blobs, listId) : [];
  yield [names];

  const toRow = resultRowConverter(list, index, replies);
  const matcher = { ...filterMatcher, reasons: new Set(reasons) };
  const start = { from: 0, skip: 0 };
  for await (const { rows } of resultRows(blobs, listId, index, matcher, start, BATCH_ROWS))
    yield rows.map((row) => cellsOf(row.cells, toRow(row)));
}
