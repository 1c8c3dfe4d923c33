import { createAddressParser } from './address-parser.ts';
import { type Encoding, decodeChunks } from './encoding.ts';
import { type RowFormat, createRowParser } from './row-parser.ts';

/** How a file is read, as detected from its first bytes. */
export interface Dialect extends RowFormat {
  readonly encoding: Encoding;
  /** Length of the first line if it is `sep=…`, otherwise 0. */
  readonly skip: number;
  /** Whether lines contain only addresses, each of which becomes a row. */
  readonly split?: boolean;
  /** Whether to throw at bytes that are malformed in the encoding. */
  readonly isStrict?: boolean;
}

/** With equal parameters, the same bytes always yield the same rows and addresses. */
export interface ReadOptions extends Dialect {
  /** Index of the address column. */
  readonly column: number;
}

/** The EOF character of DOS (Ctrl+Z). */
export const DOS_EOF = '\u001a';

/**
 * Yields the rows of a file, including blank rows (`['']`), in constant memory. Cells may be slices
 * that keep a chunk of the file in memory: copy cells that you retain.
 * @param maxLength maximum characters of a row; by default the limit for lists
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
  for await (const chunk of decodeChunks(bytes, encoding, isStrict)) {
    const piece = chunk.slice(toSkip);
    toSkip -= chunk.length - piece.length;
    for (const row of rowsOf(withoutPadding(piece), false)) yield row;
  }
  for (const row of rowsOf('', true)) yield row;
}

/** Removes NULs and EOF characters, which pad some exports. */
const withoutPadding = (piece: string): string =>
  piece.includes('\0') || piece.includes(DOS_EOF)
    ? piece.replaceAll('\0', '').replaceAll(DOS_EOF, '')
    : piece;
