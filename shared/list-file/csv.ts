import { quoteGuarded } from './formula-guard.ts';

export type Cell = string | number | null;

const BYTE_ORDER_MARK = '\u{feff}';
const NUMBER = /^-\d+[.,]\d+$/;

/** A cell in quotes (RFC 4180). */
export const quoteCell = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Amounts are numbers even if negative; every other text is guarded. */
const formatCell = (cell: Cell): string =>
  typeof cell === 'string' && !NUMBER.test(cell)
    ? quoteGuarded(cell)
    : quoteCell(String(cell ?? ''));

/** Formats rows as a CSV file that spreadsheets open in any language, like list results. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  BYTE_ORDER_MARK + rows.map((row) => `${row.map(formatCell).join(';')}\r\n`).join('');
