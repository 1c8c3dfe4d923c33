import { KIND_BY_STATUS, statusForReason } from '../../../shared/model/verdict.ts';
import type { ResultKind } from '../rules/blob-keys.ts';
import { hashDomain } from '../rules/domain-of-cell.ts';
import type { RowMatcher } from './row-matcher.ts';
import { ROWS_PER_BLOCK, type ResultIndex } from '../rules/result/result-index.ts';
import type { RowRecords } from '../rules/result/row-records.ts';

/** A row whose record matches, with its position in the records of its block. */
export interface RowCandidate {
  /** The row number from 0, counting all lines below the header. */
  readonly row: number;
  readonly records: RowRecords;
  readonly recordIndex: number;
  /** Byte range of the row in the file that is read. */
  readonly start: number;
  readonly end: number;
}

/** Returns the smallest file of a result that contains all rows with these reasons. */
export function selectSmallestFile(reasons: RowMatcher['reasons']): ResultKind {
  const kinds = new Set(Array.from(reasons, (reason) => KIND_BY_STATUS[statusForReason(reason)]));
  const [kind = 'all'] = kinds;
  return kinds.size === 1 ? kind : 'all';
}

/** Yields the rows of a block, from row `from` on, whose records match. */
export function* findCandidatesInBlock(
  { files, reasons, starts }: ResultIndex,
  kind: ResultKind,
  block: number,
  records: RowRecords,
  matcher: Pick<RowMatcher, 'reasons' | 'domain' | 'matchesVerdict'>,
  from: number,
): Generator<RowCandidate> {
  const isWanted = [false, ...reasons.map((reason) => matcher.reasons.has(reason))];
  const isInFile = [
    kind === 'all',
    ...reasons.map((reason) => kind === 'all' || KIND_BY_STATUS[statusForReason(reason)] === kind),
  ];
  const hash = matcher.domain === undefined ? undefined : hashDomain(matcher.domain);
  let row = block * ROWS_PER_BLOCK;
  let start = (kind === 'all' ? files.all.offsets : starts[kind])[block] ?? 0;
  for (let recordIndex = 0; recordIndex < ROWS_PER_BLOCK; recordIndex += 1) {
    const reason = records.reasons[recordIndex] ?? 0;
    const end = isInFile[reason] ? start + (records.lengths[recordIndex] ?? 0) : start;
    const matchesDomain = hash === undefined || records.domains[recordIndex] === hash;
    const verdictReason = reasons[reason - 1];
    const matchesVerdict =
      !matcher.matchesVerdict ||
      (verdictReason && matcher.matchesVerdict(verdictReason, records.flags[recordIndex] ?? 0));
    if (row >= from && isWanted[reason] && matchesDomain && matchesVerdict)
      yield { row, records, recordIndex, start, end };
    row += 1;
    start = end;
  }
}
