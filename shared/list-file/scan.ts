import { MAX_CELL_LENGTH, addressOfCell } from './address-cell.ts';
import { FileError } from './file-error.ts';
import { packNumbers } from './pack-numbers.ts';
import { createWidths } from './widths.ts';
import { MAX_ROWS } from '../model/upload-limits.ts';
import type { AddressIndex } from './address-index.ts';

/** Rows without any address after which a file is given up. */
const ROWS_WITHOUT_ADDRESS = 1000;

interface ScanSummary {
  readonly header: boolean;
  /** Columns of its result before the verdict; wider rows carry theirs further right. */
  readonly columns: number;
  readonly duplicates: number;
}

/** Whether a row is an empty line, which stays one in the result. */
export const isBlankLine = (row: readonly string[]): boolean => row.length === 1 && row[0] === '';

/** Whether a row says nothing at all. */
export const isBlank = (row: readonly string[]): boolean => row.every((cell) => cell.trim() === '');

/** Reads rows into an index; `column` is that of the addresses, from 0. */
export function createScan(index: AddressIndex, column = 0, maxRows = MAX_ROWS) {
  let header = false;
  const widths = createWidths();
  let rowCount = 0;
  let filledRows = 0;
  let addressRows = 0;
  let sawAddress = false;
  let sawElsewhere = false;

  /** The number of a row's address in the rows object. */
  const take = (row: readonly string[]): number => {
    const address = addressOfCell(row[column] ?? '');
    filledRows += 1;
    if (!sawAddress) {
      sawAddress = address.includes('@');
      sawElsewhere ||= row.some((cell, at) => at !== column && cell.includes('@'));
      if (!sawAddress && filledRows >= ROWS_WITHOUT_ADDRESS) giveUp();
    }
    if (address === '') return 0;
    addressRows += 1;
    return index.add(address) + 1;
  };

  const giveUp = (): never => {
    throw new FileError(sawElsewhere ? 'wrong_column' : 'no_address');
  };

  async function* numbers(rows: AsyncIterable<readonly string[]>): AsyncGenerator<number> {
    let first: readonly string[] | undefined;
    let decided = false;
    let blanksHeld = 0;
    /** Whether the first row is a header shows in the row below it. */
    const decide = (below?: readonly string[]): number => {
      decided = true;
      if (!first) throw new FileError('empty_file');
      header = isHeader(first, below, column);
      return header ? 0 : take(first);
    };
    for await (const row of rows) {
      rowCount += 1;
      if (!isBlankLine(row)) widths.add(row);
      if (rowCount > maxRows) throw new FileError('too_many_rows');
      const blank = isBlank(row);
      if (decided) {
        yield blank ? 0 : take(row);
      } else if (!first) {
        if (blank) yield 0;
        else first = row;
      } else if (blank) {
        blanksHeld += 1;
      } else {
        yield decide(row);
        for (; blanksHeld > 0; blanksHeld -= 1) yield 0;
        yield take(row);
      }
    }
    if (!decided) yield decide();
    for (; blanksHeld > 0; blanksHeld -= 1) yield 0;
    if (!sawAddress) giveUp();
  }

  return {
    /**
     * Reads rows into the index and yields the rows object: for each row four bytes, little-endian,
     * ordinal + 1 of its address, or 0 without one.
     * @throws {FileError} `empty_file`, `no_address`, `wrong_column`, `too_many_addresses`
     * or `too_many_rows`
     */
    ordinals: (rows: AsyncIterable<readonly string[]>): AsyncGenerator<Uint8Array> =>
      packNumbers(numbers(rows)),
    /** What was found; complete once `ordinals` has ended. */
    summary: (): ScanSummary => ({
      header,
      columns: widths.aligned(),
      duplicates: addressRows - index.size,
    }),
  };
}

/** What the column of addresses is called, accents and case aside. */
const KNOWN_WORD = /\b(?:e-?mails?|mails?|courriels?|adresses?|addresses?|address)\b/;

const plain = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('_', ' ').toLowerCase();

/**
 * Whether the first row that is not blank names the columns: its cell in the column of addresses is
 * no address, and one of its cells says what an address column says or stands above an address.
 */
export const isHeader = (
  row: readonly string[],
  below: readonly string[] | undefined,
  column: number,
): boolean =>
  !(row[column] ?? '').includes('@') &&
  row.some(
    (cell, at) =>
      !cell.includes('@') &&
      (KNOWN_WORD.test(plain(cell.slice(0, MAX_CELL_LENGTH))) || below?.[at]?.includes('@')),
  );
