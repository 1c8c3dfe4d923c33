import { Readable } from 'node:stream';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';

const BATCH = 64 * 1024;
const LONGEST = 64 * 1024;

/**
 * Lines of a stream without their ends (LF or CRLF), in constant memory: of a line beyond 64 KiB
 * only the beginning is kept.
 */
export async function* readLines(input: Readable): AsyncGenerator<string, void, undefined> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of input) {
    const [first = '', ...others] = decoder.write(chunk as Buffer).split('\n');
    rest = rest.length < LONGEST ? rest + first : rest;
    for (const line of others) {
      yield withoutReturn(rest);
      rest = line;
    }
  }
  rest += decoder.end();
  if (rest) yield withoutReturn(rest);
}

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line);

/** Writes lines as fast as the reader takes them. Ends quietly when the reader has gone (EPIPE). */
export async function writeLines(
  output: Writable,
  lines: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  try {
    await pipeline(Readable.from(batches(lines), { highWaterMark: 1 }), output, { end: false });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error;
  }
}

async function* batches(
  lines: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<string, void, undefined> {
  let batch = '';
  for await (const line of lines) {
    batch += `${line}\n`;
    if (batch.length < BATCH) continue;
    yield batch;
    batch = '';
  }
  if (batch) yield batch;
}
