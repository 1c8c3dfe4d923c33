import { MAX_ROWS } from '../model/upload-limits.ts';
import type { AddressIndex } from './address-index.ts';
import {
  SAMPLED_ROWS,
  createColumnCounts,
  hasClearMajority,
  proposeColumn,
} from './choose-column.ts';
import { FileError } from './file-error.ts';
import { MAX_LEADING_ROWS, findHeader, hasAt } from './header.ts';
import { createLostAddressDetector } from './losses.ts';
import { packUint32 } from './pack-uint32.ts';
import type { Dialect } from './rows.ts';
import { addressOfText } from './text-separator.ts';

/** Maximum number of cells that rows are padded to. */
const MAX_ALIGNED_COLUMNS = 512;
/** Size of an empty cell in a result: two quotes and a separator. */
const EMPTY_CELL_BYTES = 3;
/** Maximum padding of a file: 300 KB or twice the file's size, whichever is larger. */
const MIN_PADDING_BYTES = 300_000;
const MAX_PADDING_FACTOR = 2;

/** Counts the rows of a file by their number of cells, to find the width to pad them to. */
export function createWidthTracker() {
  const rowsOfWidth = new Uint32Array(MAX_ALIGNED_COLUMNS + 1);
  let characters = 0;
  return {
    add(row: readonly string[]): void {
      characters += row.length;
      for (const cell of row) characters += cell.length;
      const width = Math.min(row.length, MAX_ALIGNED_COLUMNS);
      rowsOfWidth[width] = (rowsOfWidth[width] ?? 0) + 1;
    },
    /**
     * The width to which a result's rows are padded, so that their verdicts are in one column: the
     * largest width in the file whose total padding is below the maximum. Each character counts as
     * one byte, the minimum.
     */
    paddedWidth(): number {
      const allowed =
        Math.max(MIN_PADDING_BYTES, MAX_PADDING_FACTOR * characters) / EMPTY_CELL_BYTES;
      let aligned = 1;
      let narrower = 0;
      let paddingCells = 0;
      for (const [width, count] of rowsOfWidth.entries()) {
        paddingCells += narrower;
        if (paddingCells > allowed) break;
        if (count > 0) aligned = width;
        narrower += count;
      }
      return aligned;
    },
  };
}

interface ScanSummary {
  readonly header: boolean;
  /** Number of title rows above the header. */
  readonly titles: number;
  /** Number of cells to which rows of the result are padded. */
  readonly columns: number;
  readonly duplicates: number;
  /** Number of addresses that the file contains but the reader missed. */
  readonly lost: number;
  /** Number of rows with several addresses in the address column, of which the first is read. */
  readonly several: number;
}

export interface ScanOptions {
  /** Index of the address column. */
  readonly column?: number;
  /** Whether `column` is a default; another column with clearly more addresses is then an error. */
  readonly isColumnAutomatic?: boolean;
  /** Whether the first row is known to be the header. */
  readonly isHeaderFirst?: boolean;
  readonly maxRows?: number;
}

/** Whether a row is an empty line, which is also empty in the result. */
export const isBlankLine = (row: readonly string[]): boolean => row.length === 1 && row[0] === '';

export const isBlankRow = (row: readonly string[]): boolean =>
  row.every((cell) => cell.trim() === '');

export function createListScanner(
  index: AddressIndex,
  dialect: Pick<Dialect, 'separator' | 'width' | 'quotes' | 'cut'>,
  {
    column = 0,
    isColumnAutomatic = false,
    isHeaderFirst = false,
    maxRows = MAX_ROWS,
  }: ScanOptions = {},
) {
  let header: readonly string[] | undefined;
  let titles = 0;
  const widths = createWidthTracker();
  const columns = createColumnCounts();
  const losses = createLostAddressDetector(dialect, column);
  let rowCount = 0;
  let filledRows = 0;
  let addressRows = 0;
  let sawAddress = false;
  let sawInOtherColumn = false;

  const addRow = (row: readonly string[], number: number): number => {
    const address = addressOfText(row[column] ?? '', dialect.cut);
    filledRows += 1;
    sawAddress ||= address.includes('@');
    if (filledRows <= SAMPLED_ROWS) {
      columns.add(row);
      sawInOtherColumn ||= row.some((each, at) => at !== column && each.includes('@'));
      // If the column is still empty, wait until the end, because later rows may have addresses.
      if (
        filledRows === SAMPLED_ROWS &&
        (addressRows > 0 || (isColumnAutomatic && sawInOtherColumn))
      )
        checkColumn();
    }
    const ordinal = address === '' ? undefined : index.add(address);
    const isRead = ordinal !== undefined && index.isValid(ordinal);
    losses.inspect(row, isRead ? address : undefined, number);
    if (ordinal === undefined) return 0;
    addressRows += 1;
    return ordinal + 1;
  };

  /** @throws {FileError} `wrong_column` or `no_address` */
  const checkColumn = (): void => {
    const counts = columns.counts();
    const proposed = proposeColumn(counts, header);
    if (sawAddress && !(isColumnAutomatic && hasClearMajority(counts, proposed))) return;
    const isInOtherColumn = sawInOtherColumn && proposed !== column;
    throw new FileError(
      sawInOtherColumn ? 'wrong_column' : 'no_address',
      isInOtherColumn ? { column: proposed + 1 } : {},
    );
  };

  async function* numbers(rows: AsyncIterable<readonly string[]>): AsyncGenerator<number> {
    /** Rows held back until the first address, because the header may be among them. */
    let leading: (readonly string[])[] | undefined = [];
    let nonBlankCount = 0;
    function* flushLeading(heldRows: readonly (readonly string[])[]): Generator<number> {
      leading = undefined;
      const nonBlankRows = heldRows.filter((row) => !isBlankRow(row));
      const at = isHeaderFirst ? 0 : findHeader(nonBlankRows, column);
      header = nonBlankRows[at];
      titles = Math.max(0, at);
      for (const [rowIndex, row] of heldRows.entries()) {
        const position = isBlankRow(row) ? -1 : nonBlankRows.indexOf(row);
        if (position >= 0 && position <= at) losses.inspect(row, undefined, rowIndex + 1);
        yield position > at ? addRow(row, rowIndex + 1) : 0;
      }
    }
    for await (const row of rows) {
      rowCount += 1;
      if (!isBlankLine(row)) widths.add(row);
      if (rowCount > maxRows) throw new FileError('too_many_rows');
      const blank = isBlankRow(row);
      if (!leading) {
        yield blank ? 0 : addRow(row, rowCount);
        continue;
      }
      leading.push(row);
      if (!blank) nonBlankCount += 1;
      const isEnough = nonBlankCount === MAX_LEADING_ROWS || leading.length === SAMPLED_ROWS;
      if (isEnough || hasAt(row[column] ?? '')) yield* flushLeading(leading);
    }
    if (leading) {
      if (nonBlankCount === 0) throw new FileError('empty_file');
      yield* flushLeading(leading);
    }
    if (filledRows < SAMPLED_ROWS || !sawAddress) checkColumn();
    losses.check(addressRows);
  }

  return {
    /**
     * Reads rows into the index and yields the rows object: a little-endian 32-bit number per row,
     * the ordinal of its address + 1, or 0 if it has no address.
     * @throws {FileError} `empty_file`, `no_address`, `wrong_column`, `addresses_lost`,
     *   `too_many_addresses` or `too_many_rows`
     */
    ordinals: (rows: AsyncIterable<readonly string[]>): AsyncGenerator<Uint8Array> =>
      packUint32(numbers(rows)),
    /** The summary, valid once `ordinals` is exhausted. */
    summary: (): ScanSummary => ({
      header: header !== undefined,
      titles,
      columns: widths.paddedWidth(),
      duplicates: addressRows - index.size,
      lost: losses.lost(),
      several: losses.several(),
    }),
    /** The first rows with a missed address, with the beginning of their text. */
    examples: losses.examples,
  };
}
