import { KIND_OF, statusOf } from '../../../shared/model/verdict.ts';
import type { ResultKind } from '../rules/blob-keys.ts';
import { domainHash } from '../rules/domain-of-cell.ts';
import type { RowTest } from './row-test.ts';
import { INDEXED_ROWS, type ResultIndex } from '../rules/result/result-index.ts';
import type { RowRecords } from '../rules/result/row-records.ts';

/** A row whose record passes the test, with its position in the records of its block. */
export interface Candidate {
  /** The row number from 0, counting all lines below the header. */
  readonly row: number;
  readonly records: RowRecords;
  readonly place: number;
  /** Byte range of the row in its category's file. */
  readonly start: number;
  readonly end: number;
}

/** The smallest file of a result that contains all rows with these reasons. */
export function kindOf(reasons: RowTest['reasons']): ResultKind {
  const kinds = new Set(Array.from(reasons, (reason) => KIND_OF[statusOf(reason)]));
  const [kind = 'all'] = kinds;
  return kinds.size === 1 ? kind : 'all';
}

/** The rows of a block, starting at row `from`, whose records pass the test. */
export function* candidatesOf(
  { files, reasons, starts }: ResultIndex,
  kind: ResultKind,
  block: number,
  records: RowRecords,
  test: Pick<RowTest, 'reasons' | 'domain' | 'isOfVerdict'>,
  from: number,
): Generator<Candidate> {
  const isWanted = [false, ...reasons.map((reason) => test.reasons.has(reason))];
  const isThere = [
    kind === 'all',
    ...reasons.map((reason) => kind === 'all' || KIND_OF[statusOf(reason)] === kind),
  ];
  const hash = test.domain === undefined ? undefined : domainHash(test.domain);
  let row = block * INDEXED_ROWS;
  let start = (kind === 'all' ? files.all.offsets : starts[kind])[block] ?? 0;
  for (let place = 0; place < INDEXED_ROWS; place += 1) {
    const reason = records.reasons[place] ?? 0;
    const end = isThere[reason] ? start + (records.lengths[place] ?? 0) : start;
    const isOfDomain = hash === undefined || records.domains[place] === hash;
    const said = reasons[reason - 1];
    const isOfVerdict =
      !test.isOfVerdict || (said && test.isOfVerdict(said, records.flags[place] ?? 0));
    if (row >= from && isWanted[reason] && isOfDomain && isOfVerdict)
      yield { row, records, place, start, end };
    row += 1;
    start = end;
  }
}
