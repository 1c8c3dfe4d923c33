export type Cell = string | number | null;

const BYTE_ORDER_MARK = '\u{feff}';
const NUMBER = /^-\d+[.,]\d+$/;

/** A cell in quotes (RFC 4180). */
export const quoteCell = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Formula injection guard: a text that would start a formula gets a leading apostrophe. */
const quoteGuarded = (cell: Cell): string => {
  const text = String(cell ?? '');
  const isFormula = typeof cell === 'string' && /^[=+\-@\t\r]/.test(text) && !NUMBER.test(text);
  return quoteCell(isFormula ? `'${text}` : text);
};

/** Formats rows as a CSV file that spreadsheets open in any language, like list results. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  BYTE_ORDER_MARK + rows.map((row) => `${row.map(quoteGuarded).join(';')}\r\n`).join('');
