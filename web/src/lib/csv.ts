import { saveFile } from './save-file.ts';

export type Cell = string | number | null;

const BYTE_ORDER_MARK = '\u{feff}';

/** No text starts a formula: where one would, an apostrophe stands in front. */
const quoted = (cell: Cell): string => {
  const text = String(cell ?? '');
  const safe = typeof cell === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
};

/** Rows as a file that spreadsheets open in any language, as the results of lists are. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  BYTE_ORDER_MARK + rows.map((row) => `${row.map(quoted).join(';')}\r\n`).join('');

/** Saves rows as a file of this name. */
export const saveCsv = (rows: readonly (readonly Cell[])[], name: string): void =>
  saveFile(new Blob([csvOf(rows)], { type: 'text/csv' }), name);
