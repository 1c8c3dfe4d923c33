import type {
  VerdictKind,
  VerdictReason,
  VerdictStatus,
} from '../../../../shared/model/verdict.ts';
import type { ResultKind } from '../blob-keys.ts';
import type { BreakdownRow } from '../breakdown.ts';

/** The number of rows per block: the index has an offset for each block. */
export const INDEXED_ROWS = 1000;

export interface IndexedFile {
  /** The number of lines below the header, including blank lines. */
  readonly rows: number;
  readonly bytes: number;
  /** The offsets of rows 0, 1000, 2000 …, in bytes from the start of the file. */
  readonly offsets: readonly number[];
}

/** Number of rows, including duplicates, by status and reason. */
export type RowCounts = Partial<Record<VerdictStatus, Partial<Record<VerdictReason, number>>>>;

/** For each reason, the number of rows in each block of `all`; trailing zeros are omitted. */
export type ReasonBlocks = Partial<Record<VerdictReason, number[]>>;

/** Results of other versions cannot be read. */
export const RESULT_VERSION = 4;

/**
 * The positions of the rows in the files of a result, and their number by verdict. The format is
 * described in docs/pipeline.md. Incompatible changes need a new RESULT_VERSION.
 */
export interface ResultIndex {
  readonly version: typeof RESULT_VERSION;
  readonly separator: string;
  /** Index of the address column. */
  readonly column: number;
  readonly counts: RowCounts;
  readonly blocks: ReasonBlocks;
  /** Reasons and provider ids, indexed by the numbers in the records of rows. */
  readonly reasons: readonly VerdictReason[];
  readonly providers: readonly string[];
  /** Number of distinct addresses of each provider, by verdict. */
  readonly shares: readonly BreakdownRow[];
  readonly files: Readonly<Record<ResultKind, IndexedFile>>;
  /**
   * For each verdict, the offsets in its file of the blocks of `all`. The rows with one verdict can
   * thus be read together, however far apart they are in `all`.
   */
  readonly starts: Readonly<Record<VerdictKind, readonly number[]>>;
}

/** Throws an Error for an unknown version. */
export function readResultIndex(bytes: Uint8Array): ResultIndex {
  const index = JSON.parse(Buffer.from(bytes).toString()) as ResultIndex;
  const version: number = index.version;
  if (version !== RESULT_VERSION) throw new Error(`unknown result index version ${version}`);
  return index;
}
