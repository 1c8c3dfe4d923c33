import { Readable, pipeline } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { MAX_LINE_BYTES } from '../../../shared/model/upload-limits.ts';
import { type Encoding, decode } from './encoding.ts';
import { FileProblem } from './file-problem.ts';
import type { Separator } from './separator.ts';

/** How the bytes of a file become rows. The same reading of the same bytes gives the same rows. */
export interface Reading {
  readonly encoding: Encoding;
  readonly separator: Separator;
  /** Whether `"` quotes a cell. False in a file whose quotes do not close. */
  readonly quotes: boolean;
  /** Characters of a first line `sep=…`, 0 where there is none. */
  readonly skip: number;
}

/** A quote was opened that nothing closes: it would swallow the rows after it. */
export class BrokenQuotes extends Error {
  override readonly name = 'BrokenQuotes';
}

/** A separator for lists of one column: no text holds a NUL. */
const NO_SEPARATOR = '\0';

/**
 * The rows of a file, blank ones (`['']`) included, in constant memory.
 * @throws {FileProblem} `line_too_long`, or `not_text` at a NUL
 * @throws {NotUtf8 | BrokenQuotes} when `reading` is wrong; `nextReading` says what to try then
 */
export async function* readRows(
  bytes: AsyncIterable<Uint8Array>,
  reading: Reading,
): AsyncGenerator<readonly string[]> {
  const parser = parse({
    delimiter: reading.separator ?? NO_SEPARATOR,
    quote: reading.quotes ? '"' : false,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: MAX_LINE_BYTES,
  });
  // The parser hands on the errors of what feeds it, so there is nothing left to do here.
  pipeline(Readable.from(guarded(decode(bytes, reading.encoding), reading.skip)), parser, () => {});
  try {
    for await (const row of parser as AsyncIterable<string[]>) {
      if (reading.quotes && swallowsRows(row)) throw new BrokenQuotes();
      yield row;
    }
  } catch (error) {
    throw translated(error, reading.quotes);
  }
}

function translated(error: unknown, quotes: boolean): unknown {
  if (!(error instanceof CsvError)) return error;
  if (quotes) return new BrokenQuotes(error.message, { cause: error });
  return error.code === 'CSV_MAX_RECORD_SIZE' ? new FileProblem('line_too_long') : error;
}

/**
 * Skips a `sep=` line and refuses what no list holds. The parser's own limit does not see a line
 * of separators alone, so lines are measured here, in characters; pieces are shorter than a line
 * may be, so that only the distance from the last line break counts.
 */
async function* guarded(text: AsyncIterable<string>, skip: number): AsyncGenerator<string> {
  let toSkip = skip;
  let sinceBreak = 0;
  for await (const whole of text) {
    const piece = whole.slice(toSkip);
    toSkip -= whole.length - piece.length;
    if (piece.includes('\0')) throw new FileProblem('not_text');
    const first = piece.search(/[\r\n]/);
    if (sinceBreak + (first < 0 ? piece.length : first) > MAX_LINE_BYTES)
      throw new FileProblem('line_too_long');
    const last = Math.max(piece.lastIndexOf('\n'), piece.lastIndexOf('\r'));
    sinceBreak = last < 0 ? sinceBreak + piece.length : piece.length - last - 1;
    if (piece !== '') yield piece;
  }
}

/**
 * Signs that a quote ran on to one that belongs to a later row: a first cell of several lines with
 * several addresses, or a cell that kept its quote (the parser's way with text behind a closing
 * quote) and has an address at the start of one of its lines.
 */
function swallowsRows(row: readonly string[]): boolean {
  return row.some((cell, column) => {
    if (column > 0 && cell.charCodeAt(0) !== 0x22) return false;
    if (!/[\r\n]/.test(cell)) return false;
    if (column === 0) return cell.indexOf('@') !== cell.lastIndexOf('@');
    return /[\r\n][^\r\n;,\t|]*@/.test(cell);
  });
}
