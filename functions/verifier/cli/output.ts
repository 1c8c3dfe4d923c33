import { once } from 'node:events';
import type { Writable } from 'node:stream';

/**
 * Writes lines, waiting for a slow reader.
 *
 * @returns whether anyone still reads; a reader that has gone (`| head`) is no error
 */
export async function writeLine(stream: Writable, line: string): Promise<boolean> {
  if (stream.destroyed || stream.writableEnded) return false;
  // Lines at hand go out together: each alone would cost more than to verify it.
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
