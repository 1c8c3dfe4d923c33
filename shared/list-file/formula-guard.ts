/** Characters, in both widths, that start a formula in a spreadsheet or are skipped before one. */
const FORMULA_STARTS = new Set('=+-@\t\r\n\0＝＋－＠');
/**
 * A spreadsheet with another separator than the file's starts a new cell in the middle of ours.
 * Quotes do not protect there.
 */
const INNER_START = /([,;|\t\r\n]["\0]*)(?=[=+\-@＝＋－＠])/g;
const GUARDED_START = /([,;|\t\r\n]["\0]*)'(?=[=+\-@＝＋－＠])/g;
/** Characters that need escaping; most cells have none. */
const NEEDS_ESCAPING = /[",;|\t\r\n]/;

/**
 * Quotes one cell. A leading `'` keeps a spreadsheet from running it as a formula (OWASP CSV
 * injection, ASVS 5.0 1.2.10); an address such as `+33@example.fr` needs it too.
 */
export function quoteGuarded(cell: string): string {
  const isFormula = FORMULA_STARTS.has(cell.charAt(0));
  if (!isFormula && !NEEDS_ESCAPING.test(cell)) return `"${cell}"`;
  return `"${isFormula ? "'" : ''}${escapeText(cell)}"`;
}

/** A text as escaped in a cell of a line. */
export const escapeText = (text: string): string =>
  text.replaceAll(INNER_START, "$1'").replaceAll('"', '""');

/** The text of a cell that was quoted by `quoteGuarded`. @param cell without its outer quotes */
export function textOfGuarded(cell: string): string {
  const isGuarded = cell.startsWith("'") && FORMULA_STARTS.has(cell.charAt(1));
  const text = isGuarded ? cell.slice(1) : cell;
  return text.replaceAll('""', '"').replaceAll(GUARDED_START, '$1');
}
