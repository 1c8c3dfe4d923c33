import { FileProblem } from './file-problem.ts';
import { hasBinarySignature, isBinaryText } from './binary.ts';
import { type Encoding, NotUtf8, decodeHead, detectEncoding } from './encoding.ts';
import { BrokenQuotes, type Quotes } from './row-parser.ts';
import type { Reading } from './rows.ts';
import { detectSeparator, readSepLine } from './separator.ts';

/** How many first bytes decide how a file is read. */
export const HEAD_BYTES = 64 * 1024;

function readingIn(head: Uint8Array, encoding: Encoding, quotes: Quotes): Reading {
  const text = decodeHead(head, encoding, head.length < HEAD_BYTES);
  if (isBinaryText(text)) throw new FileProblem('not_text');
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
 * @throws {FileProblem} `empty_file` or `not_text`
 */
function firstReading(head: Uint8Array): Reading {
  if (head.length === 0) throw new FileProblem('empty_file');
  if (hasBinarySignature(head)) throw new FileProblem('not_text');
  try {
    return readingIn(head, detectEncoding(head), 'strict');
  } catch (error) {
    if (error instanceof NotUtf8) return readingIn(head, 'windows-1252', 'strict');
    throw error;
  }
}

/**
 * The reading to try after `failed` met `error`: another encoding, or less trust in quotes.
 * What no other reading mends is thrown again.
 */
function nextReading(head: Uint8Array, failed: Reading, error: unknown): Reading {
  if (error instanceof NotUtf8) return readingIn(head, 'windows-1252', failed.quotes);
  if (error instanceof BrokenQuotes && failed.quotes !== 'none')
    return readingIn(head, failed.encoding, failed.quotes === 'strict' ? 'lenient' : 'none');
  throw error;
}

/**
 * Reads a file with one reading after the other, until one is right. What `attempt` did before it
 * threw is void.
 * @throws {FileProblem}
 */
export async function withReading<Result>(
  head: Uint8Array,
  attempt: (reading: Reading) => Promise<Result>,
): Promise<Result> {
  let reading = firstReading(head);
  for (;;) {
    try {
      return await attempt(reading);
    } catch (error) {
      reading = nextReading(head, reading, error);
    }
  }
}
