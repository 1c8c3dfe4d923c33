import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const BATCH_LENGTH = 64 * 1024;

/** Waits while the output is full. Ends without an error if the reader has gone (EPIPE). */
export async function writeLines(
  output: Writable,
  lines: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  try {
    await pipeline(batches(lines), output, { end: false });
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
    if (batch.length < BATCH_LENGTH) continue;
    yield batch;
    batch = '';
  }
  if (batch) yield batch;
}
