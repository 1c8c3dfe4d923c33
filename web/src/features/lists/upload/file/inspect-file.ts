import { addressOfCell } from '../../../../../../shared/list-file/address-cell.ts';
import { createAddressIndex } from '../../../../../../shared/list-file/address-index.ts';
import {
  HEAD_BYTES,
  type DialectHints,
  withDialect,
} from '../../../../../../shared/list-file/detect-dialect.ts';
import { type FileFault, FileError } from '../../../../../../shared/list-file/file-error.ts';
import { type Dialect, readRows } from '../../../../../../shared/list-file/rows.ts';
import {
  SAMPLED_ROWS,
  createColumnCounts,
  proposeColumn,
} from '../../../../../../shared/list-file/choose-column.ts';
import { MAX_LEADING_ROWS, findHeader } from '../../../../../../shared/list-file/header.ts';
import type { LostRow } from '../../../../../../shared/list-file/losses.ts';
import { createListScanner, isBlankRow } from '../../../../../../shared/list-file/scan.ts';

const PREVIEW_ROWS = 5;
const PREVIEW_COLUMNS = 64;
const PREVIEW_CHARACTERS = 100;
/** The first rows of a file and how they were parsed. Columns count from 0. */
export interface FilePreview extends Pick<Dialect, 'encoding' | 'separator' | 'split' | 'found'> {
  /** Whether all bytes are valid Unicode; if not, the encoding was guessed or chosen. */
  readonly isUnicode: boolean;
  readonly header: boolean;
  /** Number of non-empty rows above the header, such as a title. */
  readonly above: number;
  readonly rows: readonly (readonly string[])[];
  /** Number of cells in the widest row of the sample. */
  readonly columns: number;
  /** Number of distinct addresses in each column of the sample. */
  readonly addresses: readonly number[];
  readonly proposed: number;
}

/** Numbers of rows; `rows` is the sum of the others. */
export interface FileRowCounts {
  readonly rows: number;
  readonly header: number;
  readonly blank: number;
  /** Rows that are not blank but have no address. */
  readonly without: number;
  readonly duplicates: number;
  /** Number of distinct malformed addresses, which are free. */
  readonly malformed: number;
  /** Number of distinct addresses to be verified, each for one credit. */
  readonly verified: number;
}

export interface RowProblems {
  readonly lost: number;
  readonly examples: readonly LostRow[];
  /** Rows whose cell has several addresses, of which only the first is verified. */
  readonly several: number;
}

/** Findings about a file. Each report contains only what is new. */
export interface InspectionFinding {
  readonly preview?: FilePreview;
  /** Progress from 0 to 1. The counts are final when it is 1. */
  readonly share?: number;
  readonly counts?: FileRowCounts;
  readonly unread?: RowProblems;
  /** Why the server would reject the file; undefined if it would not. */
  readonly fault?: FileFault;
}

export interface InspectionRequest extends DialectHints {
  readonly file: Blob;
  /** Index of the address column, from 0; if omitted, a column is proposed. */
  readonly column?: number | undefined;
}

/** Parses a file as the server would. Calls `report` with each finding while reading. */
export async function inspectFile(
  { file, column, ...hints }: InspectionRequest,
  report: (finding: InspectionFinding) => void,
): Promise<void> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  try {
    await withDialect(head, hints, async (dialect) => {
      const preview = await readPreview(file, dialect, column);
      report({ preview });
      if (dialect.found) throw new FileError('wrong_separator');
      await count(file, dialect, column ?? preview.proposed, report);
    });
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    report({ fault: error.fault });
  }
}

async function readPreview(
  file: Blob,
  dialect: Dialect,
  column: number | undefined,
): Promise<FilePreview> {
  const first: (readonly string[])[] = [];
  const counts = createColumnCounts();
  let columns = 0;
  let sampledRows = 0;
  for await (const row of readRows(bytesOf(file), dialect)) {
    if (isBlankRow(row)) continue;
    if (sampledRows < PREVIEW_ROWS + MAX_LEADING_ROWS) first.push(row);
    counts.add(row);
    columns = Math.max(columns, row.length);
    sampledRows += 1;
    if (sampledRows === SAMPLED_ROWS) break;
  }
  const addresses = counts.counts();
  const headerIn = (of: number): number => findHeader(first.slice(0, MAX_LEADING_ROWS), of);
  // The header above the column with the most addresses is taken as the header of the file.
  const bestColumn = addresses.indexOf(Math.max(0, ...addresses));
  const proposed = proposeColumn(addresses, first[headerIn(bestColumn)]);
  const header = headerIn(column ?? proposed);
  return {
    encoding: dialect.encoding,
    isUnicode: dialect.isStrict === true || dialect.encoding.startsWith('utf-16'),
    separator: dialect.separator,
    ...(dialect.split && { split: true }),
    ...(dialect.found && { found: dialect.found }),
    header: header >= 0,
    above: Math.max(0, header),
    rows: first
      .slice(Math.max(0, header))
      .slice(0, PREVIEW_ROWS)
      .map((row) => truncate(dialect.split ? row.map(addressOfCell) : row)),
    columns,
    addresses,
    proposed,
  };
}

async function count(
  file: Blob,
  dialect: Dialect,
  column: number,
  report: (finding: InspectionFinding) => void,
): Promise<void> {
  const index = createAddressIndex();
  const scan = createListScanner(index, dialect, { column });
  let rows = 0;
  let blank = 0;
  const counts = (): FileRowCounts => {
    const { header, duplicates } = scan.summary();
    const headerRows = header ? 1 : 0;
    const sums = {
      header: headerRows,
      blank,
      duplicates: Math.max(0, duplicates),
      malformed: index.badSyntax,
      verified: index.size - index.badSyntax,
    };
    const explained = Object.values(sums).reduce((sum, each) => sum + each, 0);
    return { rows, ...sums, without: rows - explained };
  };

  async function* countRows(all: AsyncIterable<readonly string[]>) {
    for await (const row of all) {
      rows += 1;
      if (isBlankRow(row)) blank += 1;
      yield row;
    }
  }

  const unread = (): RowProblems => {
    const { lost, several } = scan.summary();
    return { lost, several, examples: scan.examples() };
  };

  const bytes = bytesOf(file, (share) => report({ share, counts: counts() }));
  try {
    for await (const _ of scan.ordinals(countRows(readRows(bytes, dialect))));
  } finally {
    report({ unread: unread() });
  }
  report({ share: 1, counts: counts() });
}

const truncate = (row: readonly string[]): string[] =>
  row.slice(0, PREVIEW_COLUMNS).map((cell) => cell.slice(0, PREVIEW_CHARACTERS));

/** Reads the bytes of a file; calls `onShare` at each full percent below 100. */
async function* bytesOf(
  file: Blob,
  onShare: (share: number) => void = () => undefined,
): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  let bytesRead = 0;
  let reportedPercent = 0;
  try {
    for (;;) {
      // Not all browsers support `for await` on a stream.
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
      bytesRead += value.length;
      const percent = Math.floor((100 * bytesRead) / file.size);
      if (percent > reportedPercent && percent < 100) onShare(percent / 100);
      reportedPercent = percent;
    }
  } finally {
    await reader.cancel();
  }
}
