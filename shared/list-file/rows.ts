import { createAddressParser } from './address-parser.ts';
import { type Encoding, decode } from './encoding.ts';
import { type RowFormat, createRowParser } from './row-parser.ts';

/** Format of a file, as its first bytes suggest. */
export interface Dialect extends RowFormat {
  readonly encoding: Encoding;
  /** Length of a first line `sep=…`; 0 without one. */
  readonly skip: number;
  /** Lines contain only addresses, each of which becomes a row. */
  readonly split?: boolean;
  /** Stops at bytes that are malformed in the encoding. */
  readonly isStrict?: boolean;
}

/** How the bytes of a file are parsed; deterministic for the same bytes. */
export interface Reading extends Dialect {
  /** The address column, from 0. */
  readonly column: number;
}

/** The end-of-file mark of DOS. */
export const DOS_EOF = '\u001a';

/**
 * Yields the rows of a file, including blank ones (`['']`), in constant memory. Cells may keep a
 * section of the file in memory: copy those that are kept.
 * @param maxLength maximum characters of a row; the limit of lists by default
 * @throws {FileError} `line_too_long`
 * @throws {NotUtf8Error} if the dialect is strict; `withDialect` then tries another encoding
 */
export async function* readRows(
  bytes: AsyncIterable<Uint8Array>,
  { skip, encoding, isStrict, split, ...format }: Dialect,
  maxLength?: number,
): AsyncGenerator<readonly string[]> {
  const rowsOf = split ? createAddressParser(maxLength) : createRowParser(format, maxLength);
  let toSkip = skip;
  for await (const chunk of decode(bytes, encoding, isStrict)) {
    const piece = chunk.slice(toSkip);
    toSkip -= chunk.length - piece.length;
    for (const row of rowsOf(withoutPadding(piece), false)) yield row;
  }
  for (const row of rowsOf('', true)) yield row;
}

/** Drops NULs, which pad the end of some exports. */
const withoutPadding = (piece: string): string =>
  piece.includes('\0') || piece.includes(DOS_EOF)
    ? piece.replaceAll('\0', '').replaceAll(DOS_EOF, '')
    : piece;
