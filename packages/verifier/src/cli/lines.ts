import { once } from 'node:events';
import { fstatSync } from 'node:fs';
import type { Writable } from 'node:stream';

/** @throws Error if standard input is a folder, which Node would read as an empty stream */
export function standardInput(): typeof process.stdin {
  if (fstatSync(0).isDirectory()) throw new Error('Standard input is a folder.');
  return process.stdin;
}

/** Maximum characters of a line. No address or server reply is longer. */
const MAX_LINE_LENGTH = 128 * 1024;

/**
 * Yields the lines of UTF-8 text as chunks complete them. A line ends with LF or CRLF; a leading
 * byte order mark is dropped. A line that is too long is truncated and ends with `…`; `readline`
 * would buffer an endless line.
 */
export async function* readLines(
  chunks: AsyncIterable<Buffer | string>,
): AsyncGenerator<string[], void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of chunks) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = truncate(lines.pop() ?? '');
    if (lines.length > 0) yield lines.map(stripCarriageReturn);
  }
  rest += decoder.decode();
  if (rest !== '') yield [stripCarriageReturn(rest)];
}

const stripCarriageReturn = (line: string): string =>
  truncate(line.endsWith('\r') ? line.slice(0, -1) : line);

const truncate = (line: string): string =>
  line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH)}…` : line;

/**
 * Writes a line with backpressure. Returns false if the reader closed the stream, as `| head` does.
 */
export async function writeLine(stream: Writable, line: string): Promise<boolean> {
  if (stream.destroyed || stream.writableEnded) return false;
  // Corked to write once per tick, because a system call per line would cost more than the verdict.
  if (stream.writableCorked === 0) {
    stream.cork();
    process.nextTick(() => stream.uncork());
  }
  if (stream.write(`${line}\n`)) return true;
  try {
    await once(stream, 'drain');
    return true;
  } catch {
    return false;
  }
}

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
