import { addressOfCell } from '../../../../shared/list-file/address-cell.ts';
import {
  quoteGuardedCell,
  unquoteGuardedCell,
} from '../../../../shared/list-file/formula-guard.ts';
import type { Separator } from '../../../../shared/list-file/separator.ts';
import { CORRECTION_COLUMNS } from '../../../../shared/model/correction-columns.ts';
import {
  VERDICT_STATUSES,
  type VerdictReason,
  type VerdictStatus,
} from '../../../../shared/model/verdict.ts';

const QUOTED_CELL = /"([^"]*(?:""[^"]*)*)"/g;
/** Status and reason need no escaping, but the suggestion and the address are untrusted text. */
type AddedCells = readonly [status: string, reason: string, suggestion: string, address: string];
const ADDED_COLUMNS = ['status', 'reason', 'suggestion', 'address'];
const NO_VERDICT: AddedCells = ['', '', '', ''];

/** Excel recognizes UTF-8 only by this byte order mark. */
export const RESULT_BOM = '\ufeff';
export const BLANK_ROW = '\r\n';
const NO_CORRECTION = { address: '', status: '' };

export interface RowVerdict {
  readonly status: VerdictStatus;
  readonly reason: VerdictReason;
  readonly suggestion: string;
  /** The verified address; empty if the syntax is bad. */
  readonly address: string;
}

export interface VerifiedCorrection {
  readonly address: string;
  readonly status: VerdictStatus;
}

export interface ResultLineFormat {
  readonly separator: string;
  /** Number of cells to which rows are padded. In wider rows, the verdict follows the last cell. */
  readonly columns: number;
}

/** The separator of the uploaded file, or `;` if the file has only one column. */
export const resultSeparatorFor = ({ separator }: { readonly separator: Separator }): string =>
  separator ?? ';';

function formatLine(
  cells: readonly string[],
  [status, reason, suggestion, address]: AddedCells,
  { separator, columns }: ResultLineFormat,
): string {
  let text = '';
  for (const cell of cells) text += quoteGuardedCell(cell) + separator;
  for (let column = cells.length; column < columns; column += 1) text += `""${separator}`;
  const verdict = `"${status}"${separator}"${reason}"`;
  return `${text}${verdict}${separator}${quoteGuardedCell(suggestion)}${separator}${quoteGuardedCell(address)}\r\n`;
}

/** Formats a row of the source and its verdict as a line of the result (RFC 4180, all quoted). */
export const formatResultLine = (
  cells: readonly string[],
  verdict: RowVerdict | undefined,
  shape: ResultLineFormat,
): string => {
  if (!verdict) return formatLine(cells, NO_VERDICT, shape);
  const { status, reason, suggestion, address } = verdict;
  return formatLine(cells, [status, reason, suggestion, address], shape);
};

const cellsOfLine = (text: string): string[] =>
  Array.from(text.matchAll(QUOTED_CELL), ([, cell = '']) => unquoteGuardedCell(cell));

export interface ParsedResultLine {
  readonly cells: readonly string[];
  readonly suggestion: string;
  /** The verified address; empty for bad syntax and for a row without an address. */
  readonly address: string;
  readonly correction?: VerifiedCorrection;
}

/** @param isCorrected whether the line contains the cells of a correction, which may be empty */
export function parseResultLine(text: string, isCorrected = false): ParsedResultLine {
  const all = cellsOfLine(text);
  const added = ADDED_COLUMNS.length + (isCorrected ? CORRECTION_COLUMNS.length : 0);
  const width = Math.max(0, all.length - added);
  const [, , suggestion = '', address = '', corrected = '', word] = all.slice(width);
  const status = VERDICT_STATUSES.find((each) => each === word);
  const correction = status && { address: corrected, status };
  return { cells: all.slice(0, width), suggestion, address, ...(correction && { correction }) };
}

/** Returns the verified address of a row; if there is none, the address in its cell. */
export const verifiedAddressOf = ({ cells, address }: ParsedResultLine, column: number): string =>
  address || addressOfCell(cells[column] ?? '');

/**
 * Returns the header of a result: the file's column names, then the added names, numbered if they
 * clash. For a file without a header, makes up names such as `email` and `column_2`.
 * @param addressColumn index of the address column
 */
export function formatHeaderLine(
  header: readonly string[] | undefined,
  shape: ResultLineFormat,
  addressColumn = 0,
): string {
  const width = Math.max(header?.length ?? 0, shape.columns);
  const names = Array.from(
    { length: width },
    (_, column) =>
      header?.[column] ?? (column === addressColumn ? 'email' : `column_${column + 1}`),
  );
  const [status = '', reason = '', suggestion = '', address = ''] = makeColumnNamesUnique(
    names,
    ADDED_COLUMNS,
  );
  return formatLine(names, [status, reason, suggestion, address], shape);
}

/** Appends the cells of a correction, empty by default, to a line. Blank rows remain blank. */
export function appendCorrectionCells(
  line: Uint8Array,
  separator: string,
  { address, status }: { readonly address: string; readonly status: string } = NO_CORRECTION,
): Uint8Array {
  if (line.length === BLANK_ROW.length) return line;
  const cells = `${separator}${quoteGuardedCell(address)}${separator}"${status}"${BLANK_ROW}`;
  return Buffer.concat([line.subarray(0, -BLANK_ROW.length), Buffer.from(cells)]);
}

/** Expects a line whose correction cells are empty. */
export function removeEmptyCorrectionCells(line: Uint8Array, separator: string): Uint8Array {
  const empty = `${separator}""`.length * CORRECTION_COLUMNS.length;
  return Buffer.concat([
    line.subarray(0, -empty - BLANK_ROW.length),
    line.subarray(-BLANK_ROW.length),
  ]);
}

/** Appends the names of the correction columns to the header line, the last of `preamble`. */
export function appendCorrectionColumnNames(
  preamble: Uint8Array,
  separator: string,
  header: readonly string[],
): Uint8Array {
  const [address = '', status = ''] = makeColumnNamesUnique(header, CORRECTION_COLUMNS);
  return appendCorrectionCells(preamble, separator, { address, status });
}

export const formatCsvLine = (cells: readonly string[], separator: string): string =>
  `${cells.map(quoteGuardedCell).join(separator)}\r\n`;

/** Returns the names of columns added to a header, numbered if they clash with it. */
export function makeColumnNamesUnique(
  header: readonly string[],
  names: readonly string[],
): string[] {
  const taken = new Set(header.map((name) => name.trim().toLowerCase()));
  return names.map((name) => uniqueName(name, taken));
}

function uniqueName(name: string, taken: ReadonlySet<string>): string {
  let candidate = name;
  for (let number = 2; taken.has(candidate); number += 1) candidate = `${name}_${number}`;
  return candidate;
}
