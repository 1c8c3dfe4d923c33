import type { Separator } from './separator.ts';

/** A cell that contains only an address, or a name and an address in angle brackets. */
const ADDRESS_CELL = /^"?(?:[^\s@"<>]+@[^\s@"<>]+\.[^\s@"<>]+|[^@<>]*<[^\s@<>]+@[^\s@<>]+>)"?$/;

/** Whether a line looks like a row: it has `width` cells, one of which contains only an address. */
export function isRowLike(line: string, separator: Separator, width: number): boolean {
  if (separator === null || width < 2 || !line.includes('@')) return false;
  return countCells(line, separator) === width && hasAddressCell(line, separator);
}

/** Whether a line has several cells, one of which contains only an address. */
export const hasAddressCell = (line: string, separator: Separator): boolean =>
  separator !== null &&
  line.includes('@') &&
  line.includes(separator) &&
  line.split(separator).some((cell) => ADDRESS_CELL.test(cell.trim()));

/** A quoted cell, between separators of any kind. */
const QUOTED_CELL = /(?<=^|[;,\t|])"(?:[^"]|"")*"(?=[;,\t|]|$)/g;

/** Returns the number of cells in one line. An unclosed quote is a literal character. */
export function countCells(line: string, separator: Separator): number {
  if (separator === null) return 1;
  const outside = line.includes('"') ? line.replaceAll(QUOTED_CELL, '') : line;
  return outside.split(separator).length;
}
