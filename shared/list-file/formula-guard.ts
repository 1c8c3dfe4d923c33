/** Half- and full-width characters that start a spreadsheet formula or are ignored before it. */
const FORMULA_STARTS = new Set('=+-@\t\r\n\0＝＋－＠');
/**
 * A sign and one number, such as `-12.50` or `+33 6 02 14 55 66`, which a spreadsheet does not
 * evaluate. An apostrophe would make the phone number useless to the next program.
 */
const SIGNED_NUMBER = /^[+-]\d+(?:[.,]\d+|(?:[ \u00a0\u202f]\d+)+)?$/;
/**
 * A position at which a spreadsheet program that expects another separator would start a new cell,
 * which our quotes would not protect.
 */
const INNER_START = /([,;|\t\r\n]["\0]*)(?=[=+\-@＝＋－＠])/g;
const GUARDED_START = /([,;|\t\r\n]["\0]*)'(?=[=+\-@＝＋－＠])/g;
/** Characters that may need escaping; most cells have none. */
const NEEDS_ESCAPING = /[",;|\t\r\n]/;

/**
 * Quotes one cell. A leading `'` prevents a spreadsheet from evaluating it as a formula (OWASP CSV
 * injection, ASVS 5.0 1.2.10). Even an address such as `+33@example.fr` may need it; a signed
 * number never does.
 */
export function quoteGuardedCell(cell: string): string {
  const isFormula = FORMULA_STARTS.has(cell.charAt(0)) && !SIGNED_NUMBER.test(cell);
  if (!isFormula && !NEEDS_ESCAPING.test(cell)) return `"${cell}"`;
  return `"${isFormula ? "'" : ''}${escapeCellText(cell)}"`;
}

export const escapeCellText = (text: string): string =>
  text.replaceAll(INNER_START, "$1'").replaceAll('"', '""');

/** Unescapes quotes and removes formula guards. @param cell without its outer quotes */
export function unquoteGuardedCell(cell: string): string {
  const isGuarded = cell.startsWith("'") && FORMULA_STARTS.has(cell.charAt(1));
  const text = isGuarded ? cell.slice(1) : cell;
  return text.replaceAll('""', '"').replaceAll(GUARDED_START, '$1');
}
