import type {
  VerdictKind,
  VerdictReason,
  VerdictStatus,
} from '../../../../shared/model/verdict.ts';
import type { ResultKind } from '../blob-keys.ts';
import type { BreakdownRow } from '../breakdown.ts';

/** Rows per block. The index stores one offset per block. */
export const ROWS_PER_BLOCK = 1000;

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
export type RowCountsPerBlock = Partial<Record<VerdictReason, number[]>>;

/**
 * Version of results without corrections. Readers accept only this version and
 * RESULT_VERSION_WITH_CORRECTIONS.
 */
export const RESULT_VERSION = 4;
/** Version of results whose lines also contain the two cells of a correction. */
export const RESULT_VERSION_WITH_CORRECTIONS = 5;

/**
 * The index of a result: block offsets in each file, and row counts by verdict (docs/pipeline.md).
 * An incompatible change needs a new RESULT_VERSION.
 */
export interface ResultIndex {
  readonly version: typeof RESULT_VERSION | typeof RESULT_VERSION_WITH_CORRECTIONS;
  readonly separator: string;
  /** Index of the address column. */
  readonly column: number;
  readonly counts: RowCounts;
  readonly blocks: RowCountsPerBlock;
  /** Reasons and provider ids, indexed by the numbers in row records. */
  readonly reasons: readonly VerdictReason[];
  readonly providers: readonly string[];
  /** Number of distinct addresses of each provider, by verdict. */
  readonly shares: readonly BreakdownRow[];
  readonly files: Readonly<Record<ResultKind, IndexedFile>>;
  /**
   * For each verdict, the offset in its file at which each block of `all` begins. Rows with one
   * verdict can thus be read together, however far apart they are in `all`.
   */
  readonly starts: Readonly<Record<VerdictKind, readonly number[]>>;
}

export const hasCorrections = ({ version }: Pick<ResultIndex, 'version'>): boolean =>
  version === RESULT_VERSION_WITH_CORRECTIONS;

/** @throws {Error} for an unknown version */
export function parseResultIndex(bytes: Uint8Array): ResultIndex {
  const index = JSON.parse(Buffer.from(bytes).toString()) as ResultIndex;
  const version: number = index.version;
  if (version !== RESULT_VERSION && version !== RESULT_VERSION_WITH_CORRECTIONS)
    throw new Error(`unknown result index v${version}`);
  return index;
}
