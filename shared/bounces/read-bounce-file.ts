import { MAX_REPORTED_ROWS } from '../model/bounces/bounce.ts';
import { FileError } from '../list-file/file-error.ts';
import { isMail, readBounceMails } from './read-mails.ts';
import { isJson, readBounceJson } from './read-json.ts';
import type { BounceFileEntry, ReportedBounce } from './reported-bounce.ts';
import { SAMPLED_ROWS } from '../list-file/choose-column.ts';
import { HEAD_BYTES, withDialect } from '../list-file/detect-dialect.ts';
import { readRows } from '../list-file/rows.ts';
import { createRowReader } from './columns.ts';

/** A row may contain the log of an entire SMTP session. */
const MAX_ROW_LENGTH = 256 * 1024;

/** Reads a table in any dialect and encoding that is supported for lists. */
async function* readBounceTable(bytes: Uint8Array): AsyncGenerator<BounceFileEntry> {
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

type BounceFileError = 'unreadable_file' | 'no_bounces' | 'too_many_rows';

/**
 * Reads the bounces of a file: delivery reports, events as JSON, or a table. Except for `.eml` and
 * `.mbox`, the format is detected from the contents, because file names are arbitrary.
 */
export async function readBounceFile(file: {
  name: string;
  bytes: Uint8Array;
}): Promise<{ bounces: ReportedBounce[]; skipped: number } | { error: BounceFileError }> {
  const bounces: ReportedBounce[] = [];
  let skipped = 0;
  try {
    for await (const entry of entriesOf(file)) {
      if (entry === 'skipped') skipped += 1;
      else bounces.push(entry);
      if (bounces.length > MAX_REPORTED_ROWS) return { error: 'too_many_rows' };
    }
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return { error: error.fault === 'too_many_rows' ? error.fault : 'unreadable_file' };
  }
  return bounces.length + skipped === 0 ? { error: 'no_bounces' } : { bounces, skipped };
}

function entriesOf({
  name,
  bytes,
}: {
  name: string;
  bytes: Uint8Array;
}): AsyncIterable<BounceFileEntry> | Iterable<BounceFileEntry> {
  if (isMail(name, bytes)) return readBounceMails(bytes);
  return isJson(bytes) ? readBounceJson(bytes) : readBounceTable(bytes);
}
