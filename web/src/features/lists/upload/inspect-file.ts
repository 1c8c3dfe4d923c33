import { createAddressIndex } from '../../../../../shared/list-file/address-index.ts';
import { HEAD_BYTES, withReading } from '../../../../../shared/list-file/choose-reading.ts';
import { type FileFault, FileError } from '../../../../../shared/list-file/file-error.ts';
import { type Reading, readRows } from '../../../../../shared/list-file/rows.ts';
import { createScan, isBlank } from '../../../../../shared/list-file/scan.ts';

const PREVIEW_ROWS = 5;
const PREVIEW_COLUMNS = 16;
const PREVIEW_CHARACTERS = 100;
/** The server has given a file up before, if its first column has no address until then. */
const WATCHED_ROWS = 1000;

/** The first rows of a file and how they were read. */
export interface Preview extends Pick<Reading, 'encoding' | 'separator'> {
  readonly header: boolean;
  readonly rows: readonly (readonly string[])[];
}

export interface Counts {
  /** Rows that say something, without the header. */
  readonly rows: number;
  /** Distinct addresses, malformed ones included. */
  readonly distinct: number;
  readonly duplicates: number;
  /** Distinct addresses of bad syntax. They cost nothing. */
  readonly malformed: number;
}

/** What is known of a file; each message carries what is new. */
export interface Finding {
  readonly preview?: Preview;
  /** From 0 to 1; the counts are complete at 1. */
  readonly share?: number;
  readonly counts?: Counts;
  /** Why the server would refuse the file. */
  readonly fault?: FileFault;
  /** Which column holds addresses instead of the first one, from 2. */
  readonly column?: number;
}

/** Reads a file as the server will, and tells what it finds while it reads. */
export async function inspectFile(file: Blob, tell: (finding: Finding) => void): Promise<void> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  try {
    await withReading(head, (reading) => inspectAs(reading, file, tell));
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    tell({ fault: error.fault });
  }
}

async function inspectAs(
  reading: Reading,
  file: Blob,
  tell: (finding: Finding) => void,
): Promise<void> {
  const index = createAddressIndex();
  const scan = createScan(index);
  const first: string[][] = [];
  const columns: number[] = [];
  let rows = 0;

  const counts = (): Counts => {
    const { header, duplicates } = scan.summary();
    return {
      rows: Math.max(0, rows - (header ? 1 : 0)),
      distinct: index.size,
      duplicates: Math.max(0, duplicates),
      malformed: index.badSyntax,
    };
  };
  const preview = (): Preview => {
    const { encoding, separator } = reading;
    return { encoding, separator, header: scan.summary().header, rows: first };
  };
  const watch = (row: readonly string[]): void => {
    for (const [column, cell] of row.entries())
      columns[column] = (columns[column] ?? 0) + (cell.includes('@') ? 1 : 0);
  };

  async function* observed(all: AsyncIterable<readonly string[]>) {
    for await (const row of all) {
      if (!isBlank(row)) {
        rows += 1;
        if (rows <= PREVIEW_ROWS) first.push(shortened(row));
        if (rows <= WATCHED_ROWS) watch(row);
      }
      yield row;
      // Only now is it decided whether the first row is a header.
      if (rows === PREVIEW_ROWS && first.length === rows) {
        tell({ preview: preview() });
        first.push([]);
      }
    }
  }

  const onShare = (share: number): void => tell({ share, counts: counts() });
  const bytes = bytesOf(file, onShare);
  try {
    for await (const _ of scan.ordinals(observed(readRows(bytes, reading))));
  } catch (error) {
    if (error instanceof FileError && error.fault === 'wrong_column')
      tell({ column: 1 + columns.indexOf(Math.max(...columns)) });
    throw error;
  } finally {
    if (first.length <= PREVIEW_ROWS) tell({ preview: preview() });
  }
  tell({ share: 1, counts: counts() });
}

const shortened = (row: readonly string[]): string[] =>
  row.slice(0, PREVIEW_COLUMNS).map((cell) => cell.slice(0, PREVIEW_CHARACTERS));

/** The bytes of a file. `onShare` hears how much of it was read, at every percent short of all. */
async function* bytesOf(file: Blob, onShare: (share: number) => void): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  let read = 0;
  let told = 0;
  try {
    for (;;) {
      // Not every browser iterates over a stream.
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
      read += value.length;
      const percent = Math.floor((100 * read) / file.size);
      if (percent > told && percent < 100) onShare(percent / 100);
      told = percent;
    }
  } finally {
    await reader.cancel();
  }
}
