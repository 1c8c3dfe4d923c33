import { addressOfCell } from '../../../../../../shared/list-file/address-cell.ts';
import { createAddressIndex } from '../../../../../../shared/list-file/address-index.ts';
import { HEAD_BYTES, withDialect } from '../../../../../../shared/list-file/choose-reading.ts';
import { type FileFault, FileError } from '../../../../../../shared/list-file/file-error.ts';
import { type Dialect, readRows } from '../../../../../../shared/list-file/rows.ts';
import { createScan, isBlank, isHeader } from '../../../../../../shared/list-file/scan.ts';
import { readAddress } from '../../../../../../shared/address/read-address.ts';

const PREVIEW_ROWS = 5;
const PREVIEW_COLUMNS = 64;
const PREVIEW_CHARACTERS = 100;
/** The server has given a file up before, if its column has no address until then. */
const WATCHED_ROWS = 1000;
/** How many times the addresses of the first column another one has that is proposed instead. */
const CLEARLY_MORE = 2;

/** The first rows of a file and how they were read. Columns count from 0. */
export interface Preview extends Pick<Dialect, 'encoding' | 'separator'> {
  readonly header: boolean;
  readonly rows: readonly (readonly string[])[];
  /** Cells of the widest of the rows that were looked at. */
  readonly columns: number;
  /** Of these, how many have an address in each column. */
  readonly addresses: readonly number[];
  /** The column to read unless another one is chosen. */
  readonly proposed: number;
}

/** Every row is in one of the figures below `rows`; they add up to it. */
export interface Counts {
  readonly rows: number;
  readonly header: number;
  /** Rows that say nothing. */
  readonly blank: number;
  /** Rows that say something, but have no address. */
  readonly without: number;
  readonly duplicates: number;
  /** Distinct addresses of bad syntax. They cost nothing. */
  readonly malformed: number;
  /** Distinct addresses that are verified, each for its credit. */
  readonly verified: number;
}

/** What is known of a file; each message carries what is new. */
export interface Finding {
  readonly preview?: Preview;
  /** From 0 to 1; the counts are complete at 1. */
  readonly share?: number;
  readonly counts?: Counts;
  /** Why the server would refuse the file. */
  readonly fault?: FileFault;
}

/**
 * Reads a file as the server will, and tells what it finds while it reads.
 * @param column of the addresses, from 0; without one, the proposed column
 */
export async function inspectFile(
  file: Blob,
  column: number | undefined,
  tell: (finding: Finding) => void,
): Promise<void> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  try {
    await withDialect(head, async (dialect) => {
      const preview = await look(file, dialect, column);
      tell({ preview });
      await count(file, dialect, column ?? preview.proposed, tell);
    });
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    tell({ fault: error.fault });
  }
}

/** Looks at the first rows that say something. */
async function look(file: Blob, dialect: Dialect, column: number | undefined): Promise<Preview> {
  const first: (readonly string[])[] = [];
  const addresses: number[] = [];
  let columns = 0;
  let looked = 0;
  for await (const row of readRows(bytesOf(file), { ...dialect, column: column ?? 0 })) {
    if (isBlank(row)) continue;
    if (looked < PREVIEW_ROWS) first.push(row);
    for (const [at, cell] of row.entries())
      if (cell.includes('@') && readAddress(addressOfCell(cell)))
        addresses[at] = (addresses[at] ?? 0) + 1;
    columns = Math.max(columns, row.length);
    looked += 1;
    if (looked === WATCHED_ROWS) break;
  }
  const found = Array.from({ length: columns }, (_, at) => addresses[at] ?? 0);
  const most = Math.max(0, ...found);
  const proposed = most > CLEARLY_MORE * (found[0] ?? 0) ? found.indexOf(most) : 0;
  const [top, below] = first;
  return {
    encoding: dialect.encoding,
    separator: dialect.separator,
    header: top !== undefined && isHeader(top, below, column ?? proposed),
    rows: first.map(shortened),
    columns,
    addresses: found,
    proposed,
  };
}

async function count(
  file: Blob,
  dialect: Dialect,
  column: number,
  tell: (finding: Finding) => void,
): Promise<void> {
  const index = createAddressIndex();
  const scan = createScan(index, column);
  let rows = 0;
  let blank = 0;
  const counts = (): Counts => {
    const { header, duplicates } = scan.summary();
    const named = header ? 1 : 0;
    const sums = {
      header: named,
      blank,
      duplicates: Math.max(0, duplicates),
      malformed: index.badSyntax,
      verified: index.size - index.badSyntax,
    };
    const known = Object.values(sums).reduce((sum, each) => sum + each, 0);
    return { rows, ...sums, without: rows - known };
  };

  async function* counted(all: AsyncIterable<readonly string[]>) {
    for await (const row of all) {
      rows += 1;
      if (isBlank(row)) blank += 1;
      yield row;
    }
  }

  const bytes = bytesOf(file, (share) => tell({ share, counts: counts() }));
  for await (const _ of scan.ordinals(counted(readRows(bytes, { ...dialect, column }))));
  tell({ share: 1, counts: counts() });
}

const shortened = (row: readonly string[]): string[] =>
  row.slice(0, PREVIEW_COLUMNS).map((cell) => cell.slice(0, PREVIEW_CHARACTERS));

/** The bytes of a file. `onShare` hears how much of it was read, at every percent short of all. */
async function* bytesOf(
  file: Blob,
  onShare: (share: number) => void = () => undefined,
): AsyncGenerator<Uint8Array> {
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
