import { FileError } from './file-error.ts';
import { isRowLike } from './row-like.ts';
import type { Dialect } from './rows.ts';

/** Number of lost addresses allowed in any file, because hand-edited lists have odd rows. */
const MAX_LOSSES = 3;
/** Share of lost addresses above which a file was misread rather than damaged. */
const MAX_LOST_SHARE = 0.05;
const MAX_EXAMPLES = 3;
const MAX_EXAMPLE_LENGTH = 100;

export interface LostRow {
  /** Row number from 1, counting blank rows. */
  readonly row: number;
  readonly text: string;
}

/**
 * Finds addresses that were missed when reading a file: in misaligned rows with an address in
 * another column, in rows that were joined, and on lines inside a cell that look like separate
 * rows.
 */
export function createLostAddressDetector(
  { separator, width, quotes }: Pick<Dialect, 'separator' | 'width' | 'quotes'>,
  column: number,
) {
  const examples: LostRow[] = [];
  let lost = 0;
  let several = 0;

  const add = (row: number, text: string, count = 1): void => {
    lost += count;
    if (examples.length < MAX_EXAMPLES)
      examples.push({ row, text: text.slice(0, MAX_EXAMPLE_LENGTH) });
  };

  return {
    lost: (): number => lost,
    several: (): number => several,
    examples: (): readonly LostRow[] => examples,
    /**
     * @param address address read from the row, if any
     * @param number row number from 1
     */
    inspect(row: readonly string[], address: string | undefined, number: number): void {
      const ownCell = row[column] ?? '';
      const isAligned = row.length === width;
      const mayBeMisaligned = !isAligned || ownCell.trim() !== '';
      if (
        address !== undefined ? hasJoinedRow(row) : mayBeMisaligned && hasAddressInOtherColumn(row)
      )
        return add(number, row.join(separator ?? ' '));
      // A second `@` in a cell without a valid address, such as `ada@@x.com`, is a mistake.
      const isWholeCell = address === undefined || ownCell === address;
      if (!isWholeCell && ownCell.includes('@', ownCell.indexOf('@') + 1)) several += 1;
      if (quotes !== 'checked' || separator === null) return;
      for (const cell of row) {
        if (cell === address || !cell.includes('@')) continue;
        const lines = cell.split(/[\r\n]+/);
        const rows =
          isAligned && lines.length === 1
            ? []
            : lines.filter((line) => isRowLike(line, separator, width));
        if (rows[0] !== undefined) add(number, rows[0], rows.length);
      }
    },
    /** @throws {FileError} `addresses_lost` if too many addresses were missed */
    check(addressRows: number): void {
      if (lost > MAX_LOSSES && lost > MAX_LOST_SHARE * (lost + addressRows))
        throw new FileError('addresses_lost');
    },
  };

  /** In an aligned row, the address column is ignored: a malformed address there is not lost. */
  function hasAddressInOtherColumn(row: readonly string[]): boolean {
    return row.some((cell, at) => (at !== column || row.length !== width) && isAddress(cell));
  }

  /** Whether two rows were joined: the row has more columns than the file, and another address. */
  function hasJoinedRow(row: readonly string[]): boolean {
    return row.length > width && row.some((cell, at) => at !== column && isAddress(cell));
  }
}

/** The rough shape of an address, anywhere in a string. */
const ADDRESS_SHAPE = /[^\s@]@[^\s@.]+\.[^\s@.]/;
const isAddress = (cell: string): boolean => cell.includes('@') && ADDRESS_SHAPE.test(cell);
