import {
  KIND_BY_STATUS,
  VERDICT_REASONS,
  type VerdictKind,
  statusForReason,
} from '../../../../shared/model/verdict.ts';
import type { ResultKind } from '../blob-keys.ts';
import { type ResultPiece, createResultFileWriter } from './result-file.ts';
import {
  RESULT_VERSION_WITH_CORRECTIONS,
  ROWS_PER_BLOCK,
  RESULT_VERSION,
  type RowCountsPerBlock,
  type ResultIndex,
  type RowCounts,
} from './result-index.ts';
import { createRowRecordsWriter } from './row-records.ts';
import type { BreakdownRow } from '../breakdown.ts';
import type { TableVerdict } from './verdict-table.ts';

export const mapResultKinds = <T>(make: (kind: ResultKind) => T): Record<ResultKind, T> => ({
  all: make('all'),
  valid: make('valid'),
  invalid: make('invalid'),
  risky: make('risky'),
  unknown: make('unknown'),
});

export interface ResultWriter {
  addLine(kind: ResultKind, line: Uint8Array): void;
  /**
   * Adds the next row.
   * @param verdict undefined if the row has no address
   * @param hash the hash of the address's domain
   */
  addRow(line: Uint8Array, verdict: TableVerdict | undefined, hash: number): void;
  /** Whether `take` would return pieces. This check is cheaper than calling `take` for each row. */
  isFull(): boolean;
  /** Removes and returns the pieces completed since the last call. */
  take(): readonly ResultPiece[];
  end(
    options: { providers: readonly string[]; replies: readonly string[] },
    breakdown: readonly BreakdownRow[],
  ): ResultPiece[];
}

/**
 * @param column index of the address column
 * @param isCorrected whether lines have the cells of a correction
 */
export function createResultWriter(
  separator: string,
  column: number,
  isCorrected = false,
): ResultWriter {
  let ready: ResultPiece[] = [];
  const files = mapResultKinds((kind) =>
    createResultFileWriter(kind, (piece) => ready.push(piece)),
  );
  const records = createRowRecordsWriter((block) => ready.push(['rows', block]));
  const starts: Record<VerdictKind, number[]> = { valid: [], invalid: [], risky: [], unknown: [] };
  let rows = 0;
  const startBlock = (): void => {
    for (const kind of Object.values(KIND_BY_STATUS)) starts[kind].push(files[kind].position());
  };
  return {
    addLine: (kind, line) => files[kind].addLine(line),

    addRow(line, verdict, hash) {
      if (rows % ROWS_PER_BLOCK === 0) startBlock();
      rows += 1;
      files.all.addRow(line);
      records.add(line.length, verdict, hash);
      if (verdict) files[KIND_BY_STATUS[verdict.status]].addRow(line);
    },

    isFull: () => ready.length > 0,

    take() {
      const drained = ready;
      ready = [];
      return drained;
    },

    end({ providers, replies }, breakdown) {
      const blocks = records.end();
      const index: ResultIndex = {
        version: isCorrected ? RESULT_VERSION_WITH_CORRECTIONS : RESULT_VERSION,
        separator,
        column,
        counts: rowCounts(blocks),
        blocks,
        reasons: VERDICT_REASONS,
        providers,
        shares: breakdown,
        files: mapResultKinds((kind) => files[kind].end()),
        starts,
      };
      const replyPiece: ResultPiece = ['replies', Buffer.from(JSON.stringify(replies))];
      return [...ready, replyPiece, ['index', Buffer.from(JSON.stringify(index))]];
    },
  };
}

function rowCounts(blocks: RowCountsPerBlock): RowCounts {
  const counts: RowCounts = {};
  for (const reason of VERDICT_REASONS) {
    const count = (blocks[reason] ?? []).reduce((sum, each) => sum + each, 0);
    if (count > 0) (counts[statusForReason(reason)] ??= {})[reason] = count;
  }
  return counts;
}
