import { VERDICT_REASONS } from '../../../../shared/model/verdict.ts';
import { ROWS_PER_BLOCK, type RowCountsPerBlock } from './result-index.ts';
import type { TableVerdict } from './verdict-table.ts';

/** Size of a block of records in bytes. The last block is padded. */
export const BLOCK_BYTES = 12 * ROWS_PER_BLOCK;

/** Columns of one block, indexed by the row's position in the block. */
export interface RowRecords {
  /** The length of each row in `all.csv`, in bytes. */
  readonly lengths: Uint32Array;
  /** 16-bit hashes of the domains; 0 if the syntax is bad. */
  readonly domains: Uint16Array;
  readonly replies: Uint16Array;
  readonly flags: Uint16Array;
  /** Position of the reason in the index's `reasons`, plus 1; 0 for a row without an address. */
  readonly reasons: Uint8Array;
  readonly providers: Uint8Array;
}

/** Uses native byte order, because every platform that we run on is little-endian. */
function columnsOf(block: ArrayBuffer): RowRecords {
  const rows = ROWS_PER_BLOCK;
  return {
    lengths: new Uint32Array(block, 0, rows),
    domains: new Uint16Array(block, 4 * rows, rows),
    replies: new Uint16Array(block, 6 * rows, rows),
    flags: new Uint16Array(block, 8 * rows, rows),
    reasons: new Uint8Array(block, 10 * rows, rows),
    providers: new Uint8Array(block, 11 * rows, rows),
  };
}

/** Parses a block. Copies the bytes first, because typed arrays need aligned offsets. */
export const parseRowRecords = (bytes: Uint8Array): RowRecords =>
  columnsOf(new Uint8Array(bytes).buffer);

export interface RowRecordsWriter {
  /**
   * Adds the next row.
   * @param bytes the length of its line in `all.csv`
   * @param verdict undefined if the row has no address
   * @param domain the hash of the address's domain
   */
  add(bytes: number, verdict: TableVerdict | undefined, domain: number): void;
  end(): RowCountsPerBlock;
}

export function createRowRecordsWriter(emit: (block: Uint8Array) => void): RowRecordsWriter {
  const blocks: RowCountsPerBlock = {};
  const counts = new Uint16Array(VERDICT_REASONS.length);
  let block = new ArrayBuffer(BLOCK_BYTES);
  let columns = columnsOf(block);
  let rowIndex = 0;
  let flushed = 0;
  const flush = (): void => {
    for (const [at, reason] of VERDICT_REASONS.entries()) {
      const count = counts[at] ?? 0;
      if (count === 0) continue;
      const reasonCounts = (blocks[reason] ??= []);
      while (reasonCounts.length < flushed) reasonCounts.push(0);
      reasonCounts.push(count);
    }
    counts.fill(0);
    emit(new Uint8Array(block));
    block = new ArrayBuffer(BLOCK_BYTES);
    columns = columnsOf(block);
    rowIndex = 0;
    flushed += 1;
  };
  return {
    add(bytes, verdict, domain) {
      if (rowIndex === ROWS_PER_BLOCK) flush();
      columns.lengths[rowIndex] = bytes;
      if (verdict) {
        const { code } = verdict;
        counts[code] = (counts[code] ?? 0) + 1;
        columns.reasons[rowIndex] = code + 1;
        columns.domains[rowIndex] = domain;
        columns.replies[rowIndex] = verdict.reply;
        columns.providers[rowIndex] = verdict.provider;
        columns.flags[rowIndex] = verdict.flags;
      }
      rowIndex += 1;
    },
    end() {
      if (rowIndex > 0) flush();
      return blocks;
    },
  };
}
