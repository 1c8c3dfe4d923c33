import { Readable, pipeline } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { MAX_LINE_BYTES } from '../../../../shared/model/upload-limits.ts';
import { type Encoding, decode } from './encoding.ts';
import { FileProblem } from './file-problem.ts';
import type { Separator } from './separator.ts';

/** How the bytes of a file become rows. The same reading of the same bytes gives the same rows. */
export interface Reading {
  readonly encoding: Encoding;
  readonly separator: Separator;
  readonly quotes: Quotes;
  /** Characters of a first line `sep=…`, 0 where there is none. */
  readonly skip: number;
}

/**
 * How far `"` is trusted to quote a cell:
 * - `strict`: as RFC 4180 has it; anything else is an error;
 * - `lenient`: a quote inside an unquoted cell, such as in `5" disc`, is a character;
 * - `none`: every quote is a character.
 */
export type Quotes = 'strict' | 'lenient' | 'none';

/** The quotes of a file are not what they were taken for; one might swallow the rows after it. */
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
    quote: reading.quotes === 'none' ? false : '"',
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: reading.quotes === 'lenient',
    max_record_size: MAX_LINE_BYTES,
  });
  // The parser hands on the errors of what feeds it, so there is nothing left to do here.
  pipeline(Readable.from(guarded(decode(bytes, reading.encoding), reading.skip)), parser, () => {});
  try {
    for await (const row of parser as AsyncIterable<string[]>) {
      if (swallowsRows(row, reading.quotes)) throw new BrokenQuotes();
      yield row;
    }
  } catch (error) {
    throw translated(error, reading.quotes);
  }
}

function translated(error: unknown, quotes: Quotes): unknown {
  if (!(error instanceof CsvError)) return error;
  if (quotes !== 'none') return new BrokenQuotes(error.message, { cause: error });
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
 * several addresses, or, where quotes are lenient, a cell that kept its quote (the parser's way with
 * text behind a closing quote) and has an address at the start of one of its lines.
 */
function swallowsRows(row: readonly string[], quotes: Quotes): boolean {
  if (quotes === 'none') return false;
  const [first = ''] = row;
  if (hasLineBreak(first) && first.indexOf('@') !== first.lastIndexOf('@')) return true;
  return (
    quotes === 'lenient' &&
    row.some((cell) => cell.startsWith('"') && /[\r\n][^\r\n;,\t|]*@/.test(cell))
  );
}

const hasLineBreak = (text: string): boolean => text.includes('\n') || text.includes('\r');
