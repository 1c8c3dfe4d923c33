import { SAMPLED_ROWS } from '../list-file/choose-column.ts';
import { HEAD_BYTES, withDialect } from '../list-file/detect-dialect.ts';
import { readRows } from '../list-file/rows.ts';
import { createRowReader } from './columns.ts';
import type { BounceFileEntry } from './reported-bounce.ts';

/** A row may contain the log of an entire SMTP session. */
const MAX_ROW_LENGTH = 256 * 1024;

/** Reads a table in any dialect and encoding that is supported for lists. */
export async function* readBounceTable(bytes: Uint8Array): AsyncGenerator<BounceFileEntry> {
  yield* await withDialect(bytes.subarray(0, HEAD_BYTES), {}, async (dialect) => {
    const sample: (readonly string[])[] = [];
    const entries: BounceFileEntry[] = [];
    let read: ReturnType<typeof createRowReader> | undefined;
    const add = (row: readonly string[]): void => {
      const entry = read?.(row);
      if (entry) entries.push(entry);
    };
    for await (const row of readRows(chunksOf(bytes), dialect, MAX_ROW_LENGTH)) {
      if (read) {
        add(row);
        continue;
      }
      sample.push(row);
      if (sample.length < SAMPLED_ROWS) continue;
      read = createRowReader(sample);
      sample.forEach(add);
    }
    if (!read) {
      read = createRowReader(sample);
      sample.forEach(add);
    }
    return entries;
  });
}

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
