import { type Encoding, decodeChunks } from './encoding.ts';
import { type RowFormat, createRowParser } from './row-parser.ts';
import { MAX_LINE_LENGTH } from '../model/upload-limits.ts';
import { FileError } from './file-error.ts';
import { splitAddresses } from './split-addresses.ts';
import type { FoundSeparator } from './text-separator.ts';

const ADDRESS_END = /[\s,;，、；]/;

/**
 * Creates a parser that takes the pieces of a text in order, with a flag for the last one, and
 * yields a row for each address; blank lines yield none. Long lines are parsed in parts.
 * @param maxLength maximum characters of a line without an address
 * @throws {FileError} `line_too_long`
 */
function createAddressParser(
  maxLength = MAX_LINE_LENGTH,
): (piece: string, last: boolean) => Generator<readonly string[]> {
  let buffered = '';
  return function* (piece, last) {
    const lines = (buffered + piece).split(/\r\n|\r|\n/);
    buffered = last ? '' : (lines.pop() ?? '');
    if (buffered.length > maxLength) {
      const at = lastAddressEnd(buffered);
      if (at === undefined) throw new FileError('line_too_long');
      lines.push(buffered.slice(0, at));
      buffered = buffered.slice(at);
    }
    for (const line of lines) for (const part of splitAddresses(line)) yield [part];
  };
}

function lastAddressEnd(text: string): number | undefined {
  for (let at = text.lastIndexOf('@'); at > 0; at = text.lastIndexOf('@', at - 1)) {
    const end = text.slice(at).search(ADDRESS_END);
    if (end > 0) return at + end;
  }
  return undefined;
}

/** How a file is read, as detected from its first bytes. */
export interface Dialect extends RowFormat {
  readonly encoding: Encoding;
  /** Length of the first line if it is `sep=…`, otherwise 0. */
  readonly skip: number;
  /** Whether lines contain only addresses, each of which becomes a row. */
  readonly split?: boolean;
  /** The separator between addresses and the text around them, if it is unusual. */
  readonly cut?: string;
  /** A separator that the header does not confirm, so the uploader decides whether to use it. */
  readonly found?: FoundSeparator;
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
