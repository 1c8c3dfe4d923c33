import { type Encoding, decode } from './encoding.ts';
import { FileError } from './file-error.ts';
import { createRowParser, type Quotes } from './row-parser.ts';
import type { Separator } from './separator.ts';

/** How a file is written, as its first bytes tell. */
export interface Dialect {
  readonly encoding: Encoding;
  readonly separator: Separator;
  readonly quotes: Quotes;
  /** Characters of a first line `sep=…`, 0 where there is none. */
  readonly skip: number;
}

/** How the bytes of a file become rows. The same reading of the same bytes gives the same rows. */
export interface Reading extends Dialect {
  /** The column of the addresses, from 0. */
  readonly column: number;
}

/**
 * The rows of a file, blank ones (`['']`) included, in constant memory. Their cells may keep a
 * stretch of the file alive: who holds on to many of them copies them.
 * @param maxLength characters of a row; where it is left out, those that a list may have
 * @throws {FileError} `line_too_long`, or `not_text` at a NUL
 * @throws {NotUtf8Error | BrokenQuotesError} when `reading` is wrong; `withDialect` tries
 *   the next one then
 */
export async function* readRows(
  bytes: AsyncIterable<Uint8Array>,
  { encoding, separator, quotes, skip, column }: Reading,
  maxLength?: number,
): AsyncGenerator<readonly string[]> {
  const rowsOf = createRowParser({ separator, quotes, column }, maxLength);
  let toSkip = skip;
  for await (const whole of decode(bytes, encoding)) {
    const piece = whole.slice(toSkip);
    toSkip -= whole.length - piece.length;
    if (piece.includes('\0')) throw new FileError('not_text');
    for (const row of rowsOf(piece, false)) yield row;
  }
  for (const row of rowsOf('', true)) yield row;
}
