import type { Separator } from '../../../shared/list-file/separator.ts';

/** Characters with which a spreadsheet begins a formula, in both widths, or skips to one. */
const FORMULA_START = /^[=+\-@\t\r\n\0＝＋－＠]/;
const ADDED_COLUMNS = ['status', 'reason', 'suggestion'] as const;

/** Excel takes a file for UTF-8 by this mark alone. */
export const RESULT_START = '\ufeff';
export const BLANK_ROW = '\r\n';

/** What a row's address came to; empty texts for a row without an address. */
export interface RowVerdict {
  readonly status: string;
  readonly reason: string;
  readonly suggestion: string;
}

/** How the rows of one result are written. */
export interface ResultShape {
  readonly separator: Separator;
  /** Cells to which rows are filled up; wider ones carry their verdict further right. */
  readonly columns: number;
}

/**
 * One cell, quoted. A leading `'` keeps a spreadsheet from running it (OWASP CSV injection, ASVS
 * 5.0 1.2.10); an address such as `+33@example.fr` needs it too.
 */
const quoted = (cell: string): string =>
  `"${FORMULA_START.test(cell) ? "'" : ''}${cell.includes('"') ? cell.replaceAll('"', '""') : cell}"`;

function line(cells: readonly string[], added: readonly string[], shape: ResultShape): string {
  const separator = shape.separator ?? ';';
  let text = '';
  for (const cell of cells) text += quoted(cell) + separator;
  for (let column = cells.length; column < shape.columns; column += 1) text += `""${separator}`;
  return `${text}${added.map(quoted).join(separator)}\r\n`;
}

/** A row of the input with its verdict, as a line of the result (RFC 4180, every cell quoted). */
export const resultLine = (
  cells: readonly string[],
  { status, reason, suggestion }: RowVerdict,
  shape: ResultShape,
): string => line(cells, [status, reason, suggestion], shape);

/**
 * The first line of a result: the input's header, or `email`, `column_2` … where it had none, and
 * the names of what was added, numbered where they clash.
 */
export function headerLine(header: readonly string[] | undefined, shape: ResultShape): string {
  const width = Math.max(header?.length ?? 0, shape.columns);
  const names = Array.from(
    { length: width },
    (_, column) => header?.[column] ?? (column === 0 ? 'email' : `column_${column + 1}`),
  );
  const taken = new Set(names.map((name) => name.trim().toLowerCase()));
  return line(
    names,
    ADDED_COLUMNS.map((name) => freeName(name, taken)),
    shape,
  );
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  let free: string = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name}_${number}`;
  return free;
}

/** A line of a result as it stood there, of the cells that were read from it. */
export const copiedLine = (cells: readonly string[], separator: string): string =>
  `${cells.map(quoted).join(separator)}\r\n`;

/** The status a line of a result ends with, for filtering it; undefined for a blank row. */
export const statusOfResultRow = (cells: readonly string[]): string | undefined =>
  cells.length > ADDED_COLUMNS.length ? cells.at(-ADDED_COLUMNS.length) : undefined;
