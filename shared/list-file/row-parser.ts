import { MAX_LINE_LENGTH } from '../model/upload-limits.ts';
import { FileError } from './file-error.ts';
import type { Separator } from './separator.ts';

/**
 * How far `"` is trusted to quote a cell:
 * - `strict`: as RFC 4180 has it; anything else is an error;
 * - `lenient`: a quote inside an unquoted cell, such as in `5" disc`, is a character;
 * - `none`: every quote is a character.
 */
export type Quotes = 'strict' | 'lenient' | 'none';

/** The quotes of a file are not what they were taken for; one might swallow the rows after it. */
export class BrokenQuotesError extends Error {
  override readonly name = 'BrokenQuotesError';
}

/** CRLF, of which a row that is not complete may already hold a part. */
const LONGEST_BREAK = 2;

/** A row, where its line break is and where the next row starts. */
interface Row {
  readonly cells: readonly string[];
  readonly end: number;
  readonly next: number;
}

/**
 * Makes a function that gets the pieces of a text one after the other, and whether a piece is the
 * last one, and yields the rows that are complete. CRLF, LF and CR end a row; a blank line is the
 * row `['']`. `column` is that of the addresses, from 0.
 * @param maxLength characters of a row, with what quotes it
 * @throws {BrokenQuotesError} where `quotes` is not `none`
 * @throws {FileError} `line_too_long` where it is
 */
export function createRowParser(
  { separator, quotes, column }: { separator: Separator; quotes: Quotes; column: number },
  maxLength = MAX_LINE_LENGTH,
): (piece: string, last: boolean) => Generator<readonly string[]> {
  const rowEnd = quotes === 'none' ? /[\r\n]/g : /[\r\n"]/g;
  const cellEnd = new RegExp(`[${separator ?? ''}\r\n]`, 'g');
  const addressOfLaterRow = new RegExp(`[\r\n](?:[^\r\n;,\t|]*[;,\t|]){${column}}[^\r\n;,\t|]*@`);

  /**
   * Signs that a quote ran on to one that belongs to a later row: a cell of several lines with
   * several addresses in their column, or, where quotes are lenient, a cell that kept its quote,
   * because text stands behind the closing one, and has an address in that column of its lines.
   */
  const swallowsRows = (row: readonly string[]): boolean => {
    const cell = row[column] ?? '';
    if (/[\r\n]/.test(cell) && cell.indexOf('@') !== cell.lastIndexOf('@')) return true;
    return (
      quotes === 'lenient' &&
      row.some((each) => each.startsWith('"') && addressOfLaterRow.test(each))
    );
  };

  /** Undefined as long as the text may go on within the row. */
  const rowAt = (text: string, at: number, last: boolean): Row | undefined => {
    const end = indexOf(rowEnd, text, at);
    if (text[end] === '"') return quotedRowAt(text, at, last);
    const next = afterBreak(text, end, last);
    if (next === undefined) return undefined;
    const line = text.slice(at, end);
    return { cells: separator === null ? [line] : line.split(separator), end, next };
  };

  const quotedRowAt = (text: string, at: number, last: boolean): Row | undefined => {
    const cells: string[] = [];
    for (let from = at; ;) {
      const close = text[from] === '"' ? closingQuote(text, from) : from;
      if (close === undefined || close + 1 === text.length) {
        if (!last) return undefined;
        if (close === undefined) throw new BrokenQuotesError();
      }
      const start = close === from ? from : close + 1;
      const end = indexOf(cellEnd, text, start);
      const outside = text.slice(start, end);
      if (quotes === 'strict' && (close === from ? outside.includes('"') : outside !== ''))
        throw new BrokenQuotesError();
      const inside = text.slice(from + 1, close).replaceAll('""', '"');
      if (close === from) cells.push(outside);
      else cells.push(outside === '' ? inside : `"${inside}"${outside}`);
      if (separator !== null && text[end] === separator) {
        from = end + 1;
        continue;
      }
      const next = afterBreak(text, end, last);
      if (next === undefined) return undefined;
      if (swallowsRows(cells)) throw new BrokenQuotesError();
      return { cells, end, next };
    }
  };

  const refuseLongerThanALine = (length: number): void => {
    if (length <= maxLength) return;
    throw quotes === 'none' ? new FileError('line_too_long') : new BrokenQuotesError();
  };

  let rest = '';
  return function* (piece, last) {
    const text = rest + piece;
    let at = 0;
    while (at < text.length) {
      const row = rowAt(text, at, last);
      if (!row) break;
      refuseLongerThanALine(row.end - at);
      yield row.cells;
      at = row.next;
    }
    rest = text.slice(at);
    refuseLongerThanALine(rest.length - LONGEST_BREAK);
  };
}

/** Where `end` next matches, or the end of the text. */
function indexOf(end: RegExp, text: string, from: number): number {
  end.lastIndex = from;
  return end.exec(text)?.index ?? text.length;
}

/** Where the row after a line break at `end` starts; undefined while more of the break may come. */
function afterBreak(text: string, end: number, last: boolean): number | undefined {
  const open = end === text.length || (text[end] === '\r' && end + 1 === text.length);
  if (open) return last ? text.length : undefined;
  return text.startsWith('\r\n', end) ? end + 2 : end + 1;
}

/** The quote that closes the one at `open`: the next one that is not doubled. */
function closingQuote(text: string, open: number): number | undefined {
  for (let at = text.indexOf('"', open + 1); at >= 0; at = text.indexOf('"', at + 2))
    if (text[at + 1] !== '"') return at;
  return undefined;
}
