import { FileError } from './file-error.ts';
import { type Encoding, NotUtf8Error, decodeHead, detectEncoding } from './encoding.ts';
import { BrokenQuotesError, type Quotes } from './row-parser.ts';
import type { Dialect } from './rows.ts';
import { detectSeparator, readSepLine } from './separator.ts';

/** How many first bytes decide how a file is read. */
export const HEAD_BYTES = 64 * 1024;

function dialectIn(head: Uint8Array, encoding: Encoding, quotes: Quotes): Dialect {
  const text = decodeHead(head, encoding, head.length < HEAD_BYTES);
  if (isBinaryText(text)) throw new FileError('not_text');
  const line = readSepLine(text);
  return {
    encoding,
    separator: line ? line.separator : detectSeparator(text, quotes !== 'none'),
    quotes,
    skip: line?.length ?? 0,
  };
}

/**
 * The first dialect to try, from a file's first bytes (at most `HEAD_BYTES`).
 * @throws {FileError} `empty_file`, `spreadsheet_file` or `not_text`
 */
function firstDialect(head: Uint8Array): Dialect {
  if (head.length === 0) throw new FileError('empty_file');
  if (isSpreadsheet(head)) throw new FileError('spreadsheet_file');
  if (beginsWithOne(head, SIGNATURES)) throw new FileError('not_text');
  try {
    return dialectIn(head, detectEncoding(head), 'strict');
  } catch (error) {
    if (error instanceof NotUtf8Error) return dialectIn(head, 'windows-1252', 'strict');
    throw error;
  }
}

/**
 * The dialect to try after `failed` met `error`: another encoding, or less trust in quotes.
 * What no other dialect repairs is thrown again.
 */
function nextDialect(head: Uint8Array, failed: Dialect, error: unknown): Dialect {
  if (error instanceof NotUtf8Error) return dialectIn(head, 'windows-1252', failed.quotes);
  if (error instanceof BrokenQuotesError && failed.quotes !== 'none')
    return dialectIn(head, failed.encoding, failed.quotes === 'strict' ? 'lenient' : 'none');
  throw error;
}

/**
 * Reads a file in one dialect after the other, until one is right. What `attempt` did before it
 * threw is void.
 * @throws {FileError}
 */
export async function withDialect<Result>(
  head: Uint8Array,
  attempt: (dialect: Dialect) => Promise<Result>,
): Promise<Result> {
  let dialect = firstDialect(head);
  for (;;)
    try {
      return await attempt(dialect);
    } catch (error) {
      dialect = nextDialect(head, dialect, error);
    }
}

/** First bytes of a zip, which .xlsx, .ods and .numbers are, and of what older Office wrote. */
const SPREADSHEETS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06],
  [0xd0, 0xcf, 0x11, 0xe0],
];
/** First bytes of other formats that people rename to .csv: PDF, PNG, gzip. */
const SIGNATURES = [
  [0x25, 0x50, 0x44, 0x46, 0x2d],
  [0x89, 0x50, 0x4e, 0x47],
  [0x1f, 0x8b],
];

const beginsWithOne = (head: Uint8Array, signatures: readonly (readonly number[])[]): boolean =>
  signatures.some((signature) => signature.every((byte, at) => head[at] === byte));

/** Whether a file's first bytes are those of a spreadsheet, or of another file of an office. */
export const isSpreadsheet = (head: Uint8Array): boolean => beginsWithOne(head, SPREADSHEETS);

/** Share of control characters above which a text is none. */
const CONTROL_SHARE = 0.01;
/** Control characters but TAB and line breaks. */
const CONTROL = /[^\P{Cc}\t\r\n]/gu;

/**
 * Whether decoded text is none: it holds a NUL (programs for Windows do, beside the bytes `MZ` that
 * a list may well begin with) or more than one control character in a hundred. A single one, such
 * as the end-of-file mark of DOS, is let pass.
 */
const isBinaryText = (head: string): boolean =>
  head.includes('\0') ||
  (head.match(CONTROL)?.length ?? 0) > Math.max(1, head.length * CONTROL_SHARE);
