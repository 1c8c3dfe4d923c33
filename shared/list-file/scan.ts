import { MAX_ROWS } from '../model/upload-limits.ts';
import { addressOfCell } from './address-cell.ts';
import type { AddressIndex } from './address-index.ts';
import { WATCHED_ROWS, createColumnCounts, isClearlyMore, proposeColumn } from './choose-column.ts';
import { FileError } from './file-error.ts';
import { MAX_LEADING_ROWS, findHeader } from './header.ts';
import { createLosses } from './losses.ts';
import { packNumbers } from './pack-numbers.ts';
import type { Dialect } from './rows.ts';
import { createWidths } from './widths.ts';

interface ScanSummary {
  readonly header: boolean;
  /** Rows above the header that say something. */
  readonly titles: number;
  /** Columns of its result before the verdict; wider rows carry theirs further right. */
  readonly columns: number;
  readonly duplicates: number;
  /** Addresses that the file holds where none was read. */
  readonly lost: number;
  /** Rows with several addresses in their cell, of which the first is asked. */
  readonly several: number;
}

export interface ScanOptions {
  /** The column of the addresses, from 0. */
  readonly column?: number;
  /** Nobody has chosen the column: a file with clearly more addresses in another one is refused. */
  readonly isColumnOpen?: boolean;
  readonly maxRows?: number;
}

/** Whether a row is an empty line, which stays one in the result. */
export const isBlankLine = (row: readonly string[]): boolean => row.length === 1 && row[0] === '';

/** Whether a row says nothing at all. */
export const isBlank = (row: readonly string[]): boolean => row.every((cell) => cell.trim() === '');

/** Reads rows of a dialect into an index. */
export function createScan(
  index: AddressIndex,
  dialect: Pick<Dialect, 'separator' | 'width' | 'quotes'>,
  { column = 0, isColumnOpen = false, maxRows = MAX_ROWS }: ScanOptions = {},
) {
  let header: readonly string[] | undefined;
  let titles = 0;
  const widths = createWidths();
  const columns = createColumnCounts();
  const losses = createLosses(dialect, column);
  let rowCount = 0;
  let filledRows = 0;
  let addressRows = 0;
  let sawAddress = false;
  let sawElsewhere = false;

  /** The number of a row's address in the rows object. Rows count from 1. */
  const take = (row: readonly string[], number: number): number => {
    const address = addressOfCell(row[column] ?? '');
    filledRows += 1;
    sawAddress ||= address.includes('@');
    if (filledRows <= WATCHED_ROWS) {
      columns.add(row);
      sawElsewhere ||= row.some((each, at) => at !== column && each.includes('@'));
      // A column that is empty so far may have its addresses further down.
      if (filledRows === WATCHED_ROWS && (addressRows > 0 || (isColumnOpen && sawElsewhere)))
        checkColumn();
    }
    const ordinal = address === '' ? undefined : index.add(address);
    const isRead = ordinal !== undefined && index.isValid(ordinal);
    losses.look(row, isRead ? address : undefined, number);
    if (ordinal === undefined) return 0;
    addressRows += 1;
    return ordinal + 1;
  };

  /** @throws {FileError} if the addresses are not in the column to read */
  const checkColumn = (): void => {
    const counts = columns.counts();
    const proposed = proposeColumn(counts, header);
    if (sawAddress && !(isColumnOpen && isClearlyMore(counts, proposed))) return;
    const isElsewhere = sawElsewhere && proposed !== column;
    throw new FileError(
      sawElsewhere ? 'wrong_column' : 'no_address',
      isElsewhere ? proposed + 1 : undefined,
    );
  };

  async function* numbers(rows: AsyncIterable<readonly string[]>): AsyncGenerator<number> {
    /** Rows until the first address, which decides what the rows above it are. */
    let leading: (readonly string[])[] | undefined = [];
    let filled = 0;
    function* decide(held: readonly (readonly string[])[]): Generator<number> {
      leading = undefined;
      const said = held.filter((row) => !isBlank(row));
      const at = findHeader(said, column);
      header = said[at];
      titles = Math.max(0, at);
      for (const [above, row] of held.entries()) {
        const place = isBlank(row) ? -1 : said.indexOf(row);
        if (place >= 0 && place <= at) losses.look(row, undefined, above + 1);
        yield place > at ? take(row, above + 1) : 0;
      }
    }
    for await (const row of rows) {
      rowCount += 1;
      if (!isBlankLine(row)) widths.add(row);
      if (rowCount > maxRows) throw new FileError('too_many_rows');
      const blank = isBlank(row);
      if (!leading) {
        yield blank ? 0 : take(row, rowCount);
        continue;
      }
      leading.push(row);
      if (!blank) filled += 1;
      const isEnough = filled === MAX_LEADING_ROWS || leading.length === WATCHED_ROWS;
      if (isEnough || (row[column] ?? '').includes('@')) yield* decide(leading);
    }
    if (leading) {
      if (filled === 0) throw new FileError('empty_file');
      yield* decide(leading);
    }
    if (filledRows < WATCHED_ROWS || !sawAddress) checkColumn();
    losses.check(addressRows);
  }

  return {
    /**
     * Reads rows into the index and yields the rows object: for each row four bytes, little-endian,
     * ordinal + 1 of its address, or 0 without one.
     * @throws {FileError} `empty_file`, `no_address`, `wrong_column`, `addresses_lost`,
     * `too_many_addresses` or `too_many_rows`
     */
    ordinals: (rows: AsyncIterable<readonly string[]>): AsyncGenerator<Uint8Array> =>
      packNumbers(numbers(rows)),
    /** What was found; complete once `ordinals` has ended. */
    summary: (): ScanSummary => ({
      header: header !== undefined,
      titles,
      columns: widths.aligned(),
      duplicates: addressRows - index.size,
      lost: losses.lost(),
      several: losses.several(),
    }),
    /** Rows in which an address was missed, with the beginning of their text. */
    examples: losses.examples,
  };
}
