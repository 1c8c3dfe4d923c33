import { FileError } from './file-error.ts';
import { type Encoding, NotUtf8Error, decodeHead, detectEncoding } from './encoding.ts';
import { BrokenQuotesError, type Quotes } from './row-parser.ts';
import type { Reading } from './rows.ts';
import { detectSeparator, readSepLine } from './separator.ts';

/** How many first bytes decide how a file is read. */
export const HEAD_BYTES = 64 * 1024;

function readingIn(head: Uint8Array, encoding: Encoding, quotes: Quotes): Reading {
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
 * The first reading to try, from a file's first bytes (at most `HEAD_BYTES`).
 * @throws {FileError} `empty_file` or `not_text`
 */
function firstReading(head: Uint8Array): Reading {
  if (head.length === 0) throw new FileError('empty_file');
  if (hasBinarySignature(head)) throw new FileError('not_text');
  try {
    return readingIn(head, detectEncoding(head), 'strict');
  } catch (error) {
    if (error instanceof NotUtf8Error) return readingIn(head, 'windows-1252', 'strict');
    throw error;
  }
}

/**
 * The reading to try after `failed` met `error`: another encoding, or less trust in quotes.
 * What no other reading repairs is thrown again.
 */
function nextReading(head: Uint8Array, failed: Reading, error: unknown): Reading {
  if (error instanceof NotUtf8Error) return readingIn(head, 'windows-1252', failed.quotes);
  if (error instanceof BrokenQuotesError && failed.quotes !== 'none')
    return readingIn(head, failed.encoding, failed.quotes === 'strict' ? 'lenient' : 'none');
  throw error;
}

/**
 * Reads a file with one reading after the other, until one is right. What `attempt` did before it
 * threw is void.
 * @throws {FileError}
 */
export async function withReading<Result>(
  head: Uint8Array,
  attempt: (reading: Reading) => Promise<Result>,
): Promise<Result> {
  let reading = firstReading(head);
  for (;;)
    try {
      return await attempt(reading);
    } catch (error) {
      reading = nextReading(head, reading, error);
    }
}

/** First bytes of formats that people rename to .csv: zip and xlsx, old Office, PDF, PNG, gzip. */
const SIGNATURES = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06],
  [0xd0, 0xcf, 0x11, 0xe0],
  [0x25, 0x50, 0x44, 0x46, 0x2d],
  [0x89, 0x50, 0x4e, 0x47],
  [0x1f, 0x8b],
] as const;

/** Share of control characters above which a text is none. */
const CONTROL_SHARE = 0.01;
/** Control characters but TAB and line breaks. */
const CONTROL = /[^\P{Cc}\t\r\n]/gu;

/** Whether a file's first bytes carry the signature of a format that is not text. */
const hasBinarySignature = (head: Uint8Array): boolean =>
  SIGNATURES.some((signature) => signature.every((byte, at) => head[at] === byte));

/**
 * Whether decoded text is none: it holds a NUL (programs for Windows do, beside the bytes `MZ` that
 * a list may well begin with) or more than one control character in a hundred. A single one, such
 * as the end-of-file mark of DOS, is let pass.
 */
const isBinaryText = (head: string): boolean =>
  head.includes('\0') ||
  (head.match(CONTROL)?.length ?? 0) > Math.max(1, head.length * CONTROL_SHARE);
