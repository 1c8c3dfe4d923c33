import { quoteGuardedCell } from './formula-guard.ts';

export type CsvCell = string | number | null;

const BYTE_ORDER_MARK = '\u{feff}';
const NEGATIVE_NUMBER = /^-\d+[.,]\d+$/;

/** Quotes a cell (RFC 4180). */
export const quoteCell = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Guards every text against formula injection, except negative amounts. */
const formatCell = (cell: CsvCell): string =>
  typeof cell === 'string' && !NEGATIVE_NUMBER.test(cell)
    ? quoteGuardedCell(cell)
    : quoteCell(String(cell ?? ''));

/** Excel expects a BOM and `;` in locales such as French. */
export const formatCsv = (rows: readonly (readonly CsvCell[])[]): string =>
  BYTE_ORDER_MARK + rows.map((row) => `${row.map(formatCell).join(';')}\r\n`).join('');
