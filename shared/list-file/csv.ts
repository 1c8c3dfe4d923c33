export type Cell = string | number | null;

const BYTE_ORDER_MARK = '\u{feff}';
const NUMBER = /^-\d+[.,]\d+$/;

/** No text starts a formula: where one would, an apostrophe stands in front. */
const quoted = (cell: Cell): string => {
  const text = String(cell ?? '');
  const isFormula = typeof cell === 'string' && /^[=+\-@\t\r]/.test(text) && !NUMBER.test(text);
  return `"${(isFormula ? `'${text}` : text).replaceAll('"', '""')}"`;
};

/** Rows as a file that spreadsheets open in any language, as the results of lists are. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  BYTE_ORDER_MARK + rows.map((row) => `${row.map(quoted).join(';')}\r\n`).join('');
