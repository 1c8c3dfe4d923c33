import { MAX_LINE_LENGTH } from '../model/upload-limits.ts';
import { FileError } from './file-error.ts';
import { countCells, hasAddressCell, isRowLike } from './row-like.ts';
import type { Separator } from './separator.ts';

/**
 * When `"` quotes a cell:
 * - `checked`: unless the cell would swallow later rows. Such a quote is a literal character, as is
 *   a quote inside an unquoted cell, such as in `5" disc`;
 * - `trusted`: always. The writer follows RFC 4180, so a quoted cell may contain anything;
 * - `none`: never. Every quote is a literal character.
 *
 * Manifests stored before `checked` existed may contain `strict` or `lenient`, which are treated
 * like `trusted`.
 */
export type QuoteMode = 'checked' | 'trusted' | 'none';

export interface RowFormat {
  readonly separator: Separator;
  readonly quotes: QuoteMode;
  /** Number of cells in most rows. */
  readonly width: number;
}

/** Length of CRLF, which may be split between two pieces. */
const MAX_BREAK_LENGTH = 2;

/** A row's cells, with the positions of its line break (`end`) and of the next row. */
interface Row {
  readonly cells: readonly string[];
  readonly end: number;
  readonly next: number;
}

/** The parts of a row that show whether its cells swallow rows. */
type RowShape = Pick<Row, 'end'> & { readonly cells: { readonly length: number } };

/** Maximum cells with line breaks per row. If a row contains more, a quote is missing. */
const MAX_SPANS = 32;

/** Characters that may be parsed again to repair quotes, per character of earlier rows. */
const REPAIR_FACTOR = 4;
/** Additional characters for every file, so that its first rows can be repaired. */
const MIN_REPAIR_LENGTH = 4 * MAX_LINE_LENGTH;

/** A quoted cell that spans lines, with the positions of its quotes. */
interface Span {
  readonly open: number;
  readonly close: number;
  readonly hasTextAfter: boolean;
}

/**
 * Creates a parser that takes the pieces of a text in order, with a flag for the last one, and
 * yields the complete rows. CRLF, LF and CR end a row; a blank line is the row `['']`. A quoted
 * cell may span lines (RFC 4180 §2.6). With `checked` quotes, a quote that would swallow later rows
 * is a literal character, so a missing quote affects only one row. The work of such repairs is
 * limited: beyond the limit, rows are not repaired, and quotes are literal characters. The limit
 * depends only on earlier rows, so that the same text always yields the same rows.
 * @param maxLength maximum characters of a row, including quotes
 * @throws {FileError} `line_too_long`
 */
export function createRowParser(
  { separator, quotes, width }: RowFormat,
  maxLength = MAX_LINE_LENGTH,
): (piece: string, last: boolean) => Generator<readonly string[]> {
  const rowEnd = quotes === 'none' ? /[\r\n]/g : /[\r\n"]/g;
  const lineEnd = /[\r\n]/g;
  const cellEnd = new RegExp(`[${separator === null ? '' : `\\${separator}`}\r\n]`, 'g');

  /** Characters of the complete rows, and characters that were parsed again for them. */
  let readLength = 0;
  let repairLength = 0;
  /**
   * Characters parsed again for the current row, which is parsed anew if it continues in the next
   * piece.
   */
  let rowRepairLength = 0;

  const mayRepair = (length: number): boolean =>
    repairLength + rowRepairLength + length <= MIN_REPAIR_LENGTH + REPAIR_FACTOR * readLength;

  /** Returns undefined if the row may continue in the next piece. */
  const rowAt = (text: string, at: number, last: boolean): Row | undefined => {
    rowRepairLength = 0;
    const end = indexOf(rowEnd, text, at);
    if (text[end] !== '"') return lineAt(text, at, last, end);
    return quotes === 'checked' && !mayRepair(0)
      ? lineAt(text, at, last)
      : quotedRowAt(text, at, last);
  };

  /** Reads a row in which every quote is a literal character. */
  const lineAt = (
    text: string,
    at: number,
    last: boolean,
    end = indexOf(lineEnd, text, at),
  ): Row | undefined => {
    const next = afterBreak(text, end, last);
    if (next === undefined) return undefined;
    const line = text.slice(at, end);
    return { cells: separator === null ? [line] : line.split(separator), end, next };
  };

  /** @param literal position of a quote that is a literal character */
  const quotedRowAt = (
    text: string,
    at: number,
    last: boolean,
    literal?: number,
    isClosing: IsClosing = isAnyQuote,
  ): Row | undefined => {
    let literals = literal === undefined ? undefined : new Set([literal]);
    for (;;) {
      const row = tryQuotedRowAt(text, at, last, literals, isClosing);
      if (typeof row !== 'number') return row;
      if (!mayRepair(0)) return lineAt(text, at, last);
      literals = (literals ?? new Set()).add(row);
    }
  };

  /** Returns the position of the quote that must be a literal character, if there is one. */
  const tryQuotedRowAt = (
    text: string,
    at: number,
    last: boolean,
    literals: ReadonlySet<number> | undefined,
    isClosing: IsClosing,
  ): Row | number | undefined => {
    const cells: string[] = [];
    const spans: Span[] = [];
    const doubtfulQuotes: number[] = [];
    let isRetry = literals !== undefined || isClosing !== isAnyQuote;
    let from = at;
    for (;;) {
      let close = from;
      if (text[from] === '"' && literals?.has(from) !== true) {
        const found = closingQuote(text, from, isClosing);
        // The character after a quote decides whether the quote closes the cell.
        const mayContinue = (found ?? text.length) + 1 >= text.length && !last;
        if (mayContinue && text.length - at <= maxLength) return undefined;
        if (found !== undefined && found - at <= maxLength) close = found;
        else isRetry = true;
      }
      const start = close === from ? from : close + 1;
      const end = indexOf(cellEnd, text, start);
      const outside = text.slice(start, end);
      if (close === from) {
        cells.push(outside);
      } else {
        const inside = text.slice(from + 1, close);
        if (LINE_BREAK.test(inside)) {
          const span = { open: from, close, hasTextAfter: outside !== '' };
          spans.push(span);
          // A row with such a cell is always parsed again, so its later cells need not be read.
          const isRunaway =
            spans.length > MAX_SPANS ||
            (spans.length === 1 && swallowsRows(text, at, { cells: { length: width }, end }, span));
          if (isRunaway && quotes === 'checked') {
            rowRepairLength += end - at;
            return (spans[0] ?? span).open;
          }
        }
        if (outside !== '') doubtfulQuotes.push(from);
        const unescaped = inside.replaceAll('""', '"');
        cells.push(outside === '' ? unescaped : `"${unescaped}"${outside}`);
      }
      if (separator !== null && text[end] === separator) {
        from = end + 1;
        continue;
      }
      const next = afterBreak(text, end, last);
      if (next === undefined) return undefined;
      const row = { cells, end, next };
      if (quotes !== 'checked') return row;
      const runaway = spans.find((span) => swallowsRows(text, at, row, span));
      if (runaway) {
        rowRepairLength += end - at;
        return runaway.open;
      }
      if (isRetry || spans.length > 0 || cells.length === width) return row;
      return repairRow(text, at, last, row, doubtfulQuotes);
    }
  };

  /**
   * Tries to parse a row so that it has the file's width: with a quote that closes in the middle of
   * a cell as a literal, with `\"` as an escaped quote (as MySQL writes it), or by joining the
   * cells that a missing quote has split. Returns the row unchanged if nothing helps.
   */
  const repairRow = (
    text: string,
    at: number,
    last: boolean,
    row: Row,
    doubtfulQuotes: readonly number[],
  ): Row | undefined => {
    const line = text.slice(at, row.end);
    if (!line.includes('@')) return row;
    const attempts = [row];
    for (const open of doubtfulQuotes.slice(0, MAX_SPANS)) {
      if (!mayRepair(line.length)) break;
      rowRepairLength += line.length;
      const cells = quotedRowAt(line, 0, true, open - at)?.cells ?? row.cells;
      attempts.push({ ...row, cells });
      if (cells.length === width) return { ...row, cells };
    }
    if (line.includes('\\"') && mayRepair(line.length)) {
      rowRepairLength += line.length;
      const unescaped = quotedRowAt(text, at, last, undefined, isUnescapedQuote);
      if (!unescaped && text.length - at <= maxLength + MAX_BREAK_LENGTH) return undefined;
      if (unescaped?.cells.length === width) return unescaped;
      attempts.push(unescaped ?? row);
    }
    const joined = attempts.map(({ cells }) => joinSplitCells(cells)).find((cells) => cells);
    return joined ? { ...row, cells: joined } : row;
  };

  /** Joins the cells that a missing quote has split, if the row then has the file's width. */
  const joinSplitCells = (cells: readonly string[]): readonly string[] | undefined => {
    const extra = cells.length - width;
    const at = cells.findIndex(hasUnbalancedQuote);
    if (extra <= 0 || at < 0 || separator === null) return undefined;
    const start = cells[at]?.startsWith('"') ? at : at - extra;
    const parts = cells.slice(start, start + extra + 1);
    if (start < 0 || parts.length <= extra) return undefined;
    return cells.toSpliced(start, parts.length, parts.join(separator));
  };

  /**
   * Whether a quoted cell that spans lines swallows rows. A first line that looks like a row is
   * always a sign. If an address follows the cell's first line break, so is text after the closing
   * quote, any line that looks like a row, a row that is complete before the line break, or a file
   * with only one column.
   */
  const swallowsRows = (text: string, at: number, row: RowShape, span: Span): boolean => {
    const { open, close, hasTextAfter } = span;
    const lines = text.slice(open + 1, close).split(LINE_BREAK);
    const [first = '', ...later] = lines;
    const firstBreak = open + 1 + first.length;
    if (!text.slice(firstBreak, row.end).includes('@')) return first.includes('@') && isRow(first);
    if (hasTextAfter || width === 1) return true;
    if (isRow(first) || later.some(isRow)) return true;
    const isWhole = countCells(text.slice(at, firstBreak), separator) === width;
    if (row.cells.length === width) return isWhole && hasAddressCell(first, separator);
    return isWhole || text.slice(firstBreak, row.end).split(LINE_BREAK).some(isRow);
  };

  const isRow = (line: string): boolean => isRowLike(line, separator, width);

  const assertLineLength = (length: number): void => {
    if (length > maxLength) throw new FileError('line_too_long');
  };

  let buffered = '';
  return function* (piece, last) {
    const text = buffered + piece;
    let at = 0;
    while (at < text.length) {
      const row = rowAt(text, at, last);
      if (!row) break;
      assertLineLength(row.end - at);
      readLength += row.next - at;
      repairLength += rowRepairLength;
      yield row.cells;
      at = row.next;
    }
    buffered = text.slice(at);
    assertLineLength(buffered.length - MAX_BREAK_LENGTH);
  };
}

const LINE_BREAK = /\r\n|\r|\n/;

const hasUnbalancedQuote = (cell: string): boolean =>
  (cell.startsWith('"') || cell.endsWith('"')) && cell.split('"').length % 2 === 0;

/** Finds where `end` next matches, or the end of the text. */
function indexOf(end: RegExp, text: string, from: number): number {
  end.lastIndex = from;
  return end.exec(text)?.index ?? text.length;
}

/** Returns undefined if the next piece may continue the line break at `end`. */
function afterBreak(text: string, end: number, last: boolean): number | undefined {
  const isIncomplete = end === text.length || (text[end] === '\r' && end + 1 === text.length);
  if (isIncomplete) return last ? text.length : undefined;
  return text.startsWith('\r\n', end) ? end + 2 : end + 1;
}

type IsClosing = (text: string, at: number) => boolean;
const isAnyQuote: IsClosing = () => true;
const isUnescapedQuote: IsClosing = (text, at) => text[at - 1] !== '\\';

/** Finds the quote that closes the quote at `open`: the next quote that is not doubled. */
function closingQuote(text: string, open: number, isClosing: IsClosing): number | undefined {
  for (let at = text.indexOf('"', open + 1); at >= 0; at = text.indexOf('"', at + 1))
    if (text[at + 1] === '"') at += 1;
    else if (isClosing(text, at)) return at;
  return undefined;
}
