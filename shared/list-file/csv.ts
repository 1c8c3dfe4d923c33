export type Cell = string | number | null;

const BYTE_ORDER_MARK = '\u{feff}';
const NUMBER = /^-\d+[.,]\d+$/;

/** Quotes a cell (RFC 4180). */
export const quoteCell = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Quotes a cell. Prevents formula injection: a value that starts a formula gets an apostrophe. */
const quoteGuarded = (cell: Cell): string => {
  const text = String(cell ?? '');
  const isFormula = typeof cell === 'string' && /^[=+\-@\t\r]/.test(text) && !NUMBER.test(text);
  return quoteCell(isFormula ? `'${text}` : text);
};

/** Formats rows as a CSV file that spreadsheets open correctly in any language (BOM and `;`). */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  BYTE_ORDER_MARK + rows.map((row) => `${row.map(quoteGuarded).join(';')}\r\n`).join('');
