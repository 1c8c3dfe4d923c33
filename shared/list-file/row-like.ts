import type { Separator } from './separator.ts';

/** A cell that holds an address and nothing else, or a name and an address in angle brackets. */
const ADDRESS_CELL = /^"?(?:[^\s@"<>]+@[^\s@"<>]+\.[^\s@"<>]+|[^@<>]*<[^\s@<>]+@[^\s@<>]+>)"?$/;

/** Whether a line has several cells, and an address in one of its own, as the rows of a list have. */
export const isRowLike = (line: string, separator: Separator): boolean =>
  separator !== null &&
  line.includes('@') &&
  line.includes(separator) &&
  line.split(separator).some((cell) => ADDRESS_CELL.test(cell.trim()));
