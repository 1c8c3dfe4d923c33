import type {
  VerdictKind,
  VerdictReason,
  VerdictStatus,
} from '../../../../shared/model/verdict.ts';
import type { ResultKind } from '../blob-keys.ts';
import type { BreakdownRow } from '../breakdown.ts';

/** The number of rows between two offsets of an index. */
export const INDEXED_ROWS = 1000;

export interface IndexedFile {
  /** The number of lines below the header, blank ones included. */
  readonly rows: number;
  readonly bytes: number;
  /** The offsets of rows 0, 1000, 2000 …, in bytes from the start of the file. */
  readonly offsets: readonly number[];
}

/** Rows, duplicates included, by status and reason. */
export type RowCounts = Partial<Record<VerdictStatus, Partial<Record<VerdictReason, number>>>>;

/** Rows of `all` with a reason in each block of INDEXED_ROWS, up to the last block with any. */
export type ReasonBlocks = Partial<Record<VerdictReason, number[]>>;

/** Results of other versions cannot be read. */
export const RESULT_VERSION = 4;

/**
 * The positions of rows in the files of a result, and their number by verdict. See docs/pipeline.md
 * for the format. A change that readers of this version would not understand is a new version.
 */
export interface ResultIndex {
  readonly version: typeof RESULT_VERSION;
  readonly separator: string;
  /** The column of the addresses, from 0. */
  readonly column: number;
  readonly counts: RowCounts;
  readonly blocks: ReasonBlocks;
  /** The meanings of the numbers in the records of rows. */
  readonly reasons: readonly VerdictReason[];
  readonly providers: readonly string[];
  /** Distinct addresses of every provider, by verdict. */
  readonly shares: readonly BreakdownRow[];
  readonly files: Readonly<Record<ResultKind, IndexedFile>>;
  /**
   * The offsets of each block of `all` in the files by verdict. The few rows with one verdict can
   * thus be read together, however far apart they are in `all`.
   */
  readonly starts: Readonly<Record<VerdictKind, readonly number[]>>;
}

/** Throws an Error for an unknown version. */
export function readResultIndex(bytes: Uint8Array): ResultIndex {
  const index = JSON.parse(Buffer.from(bytes).toString()) as ResultIndex;
  const version: number = index.version;
  if (version !== RESULT_VERSION) throw new Error(`the index of a result is of version ${version}`);
  return index;
}
