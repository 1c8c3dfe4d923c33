import { MAX_CELL_LENGTH, addressOfCell } from './address-cell.ts';

/** Words that occur in names of an address column, without accents and in lowercase. */
const KNOWN_WORD =
  /(?<!\p{L})(?:e-?mail(?:s|adres)?|mails?|(?:e-?)?mail-?adressen?|courriels?|adresses?|address(?:es)?|adresy?|correos?|direccion(?:es)?|posta|indirizz[io]|correio|enderecos?|poczta|почта|почты|адреса?|емеи?л)(?!\p{L})|メール|邮箱|邮件|郵件|信箱|이메일|메일/u;

/** Names of the column with the contact's own address, not for example a manager's. */
const EMAIL_NAME =
  /^(?:your |primary |work |contact )?(?:e[- ]?mails?|mails?|courriels?|correo(?: electronico)?|e-?mail[- ]?(?:adress?e?n?|adres|address)|adresse e-?mail|メールアトレス|邮箱|電子郵件|이메일|(?:эл\.? ?|электронная )?почта|posta elettronica)(?: address(?:es)?)?(?: 1)?:?$/u;

const normalizeName = (text: string): string =>
  text
    .slice(0, MAX_CELL_LENGTH)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .normalize('NFC')
    .replaceAll('_', ' ')
    .trim()
    .toLowerCase();

export const isEmailColumnName = (cell: string): boolean => EMAIL_NAME.test(normalizeName(cell));

/** Whether a cell has an `@`: plain, full-width or escaped. */
export const hasAt = (cell: string): boolean => addressOfCell(cell).includes('@');

export const isKnownName = (cell: string): boolean =>
  !hasAt(cell) && KNOWN_WORD.test(normalizeName(cell));

/** Maximum number of leading non-blank rows that may contain titles and the header. */
export const MAX_LEADING_ROWS = 20;

/**
 * Finds the header among the first non-blank rows: the last row above the first address whose
 * address column is named "email", else the last with a known word there, else the last with a known
 * word in any column, else the first row, if it is directly above a row with an address. Rows above
 * the header are titles. A cell such as `no email` also has a known word.
 * @returns the index of the header, or -1
 */
export function findHeader(rows: readonly (readonly string[])[], column: number): number {
  const cellOf = (row: readonly string[]): string => row[column] ?? '';
  const first = rows.findIndex((row) => hasAt(cellOf(row)));
  const rowsAbove = first < 0 ? rows.slice(0, -1) : rows.slice(0, first);
  for (const isName of [isEmailColumnName, isKnownName]) {
    const namedRow = rowsAbove.findLastIndex((row) => isName(cellOf(row)));
    if (namedRow >= 0) return namedRow;
  }
  const knownRow = rowsAbove.findLastIndex((row) => row.some(isKnownName) && row.length > column);
  if (knownRow >= 0) return knownRow;
  const [top = [], below] = rows;
  const isAboveAddress = top.some((cell, at) => !hasAt(cell) && hasAt(below?.[at] ?? ''));
  return first !== 0 && isAboveAddress ? 0 : -1;
}
