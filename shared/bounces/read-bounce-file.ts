import { MAX_REPORTED_ROWS } from '../model/bounces/bounce.ts';
import { FileError } from '../list-file/file-error.ts';
import { isMail, readBounceMails } from './read-mails.ts';
import { isJson, readBounceJson } from './read-json.ts';
import { readBounceTable } from './read-table.ts';
import type { BounceFileEntry, ReportedBounce } from './reported-bounce.ts';

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
