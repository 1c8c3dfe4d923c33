import type { VerdictReason, VerdictStatus } from '../../../shared/model/verdict.ts';
import type { ResultKind } from './blob-keys.ts';

/** Rows from one offset of an index to the next. */
export const INDEXED_ROWS = 1000;

/** One file of a result. */
export interface IndexedFile {
  /** Lines below the header, blank ones included. */
  readonly rows: number;
  readonly bytes: number;
  /** Where the rows 0, 1000, 2000 … begin, in bytes from the start of the file. */
  readonly offsets: readonly number[];
}

/** Rows, duplicates included, by status and reason. */
export type RowCounts = Partial<Record<VerdictStatus, Partial<Record<VerdictReason, number>>>>;

/**
 * Where things are in the files of a result, and how many rows have which verdict; docs/pipeline.md
 * says how to read it. A change that a reader of this version would not understand is a new version.
 */
export interface ResultIndex {
  readonly version: 1;
  /** What parts the cells of a row. */
  readonly separator: string;
  readonly counts: RowCounts;
  readonly files: Readonly<Record<ResultKind, IndexedFile>>;
}
