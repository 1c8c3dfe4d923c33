import { createAddressParser } from './address-parser.ts';
import { type Encoding, decode } from './encoding.ts';
import { type RowFormat, createRowParser } from './row-parser.ts';

/** How a file is written, as its first bytes suggest. */
export interface Dialect extends RowFormat {
  readonly encoding: Encoding;
  /** Characters of a first line `sep=…`, 0 without one. */
  readonly skip: number;
  /** Lines hold nothing but addresses, each of which becomes a row. */
  readonly split?: boolean;
  /** Bytes that are malformed in the encoding end the reading. */
  readonly isStrict?: boolean;
}

/** How the bytes of a file become rows. The same reading of the same bytes gives the same rows. */
export interface Reading extends Dialect {
  /** The column of the addresses, from 0. */
  readonly column: number;
}

/** The end-of-file mark of DOS. */
export const END_MARK = '\u001a';

/**
 * The rows of a file, blank ones (`['']`) included, in constant memory. Their cells may keep a
 * stretch of the file alive: who holds on to many of them copies them.
 * @param maxLength characters of a row; where it is left out, those that a list may have
 * @throws {FileError} `line_too_long`
 * @throws {NotUtf8Error} if the dialect is strict; `withDialect` tries another encoding then
 */
export async function* readRows(
  bytes: AsyncIterable<Uint8Array>,
  { skip, encoding, isStrict, split, ...format }: Dialect,
  maxLength?: number,
): AsyncGenerator<readonly string[]> {
  const rowsOf = split ? createAddressParser(maxLength) : createRowParser(format, maxLength);
  let toSkip = skip;
  for await (const whole of decode(bytes, encoding, isStrict)) {
    const piece = whole.slice(toSkip);
    toSkip -= whole.length - piece.length;
    for (const row of rowsOf(withoutPadding(piece), false)) yield row;
  }
  for (const row of rowsOf('', true)) yield row;
}

/** Drops NULs, which pad the end of some exports. */
const withoutPadding = (piece: string): string =>
  piece.includes('\0') || piece.includes(END_MARK)
    ? piece.replaceAll('\0', '').replaceAll(END_MARK, '')
    : piece;
