import { quoteGuardedCell } from './formula-guard.ts';

export type CsvCell = string | number | null;

const BYTE_ORDER_MARK = '\u{feff}';

/** Quotes a cell (RFC 4180). */
export const quoteCell = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Excel expects a BOM and `;` in locales such as French. */
export const formatCsv = (rows: readonly (readonly CsvCell[])[]): string =>
  BYTE_ORDER_MARK +
  rows
    .map((row) => `${row.map((cell) => quoteGuardedCell(String(cell ?? ''))).join(';')}\r\n`)
    .join('');
