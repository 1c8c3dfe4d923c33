import { once } from 'node:events';
import type { Writable } from 'node:stream';

/**
 * Writes a line, and waits while the reader is slow.
 *
 * @returns false when the reader has gone (`| head`), which is not an error
 */
export async function writeLine(stream: Writable, line: string): Promise<boolean> {
  if (stream.destroyed || stream.writableEnded) return false;
  // Lines that come together are written together: a system call for each costs more than its verdict.
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
