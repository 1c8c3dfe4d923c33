import type { ByteRange } from '../../platform/s3/blobs.ts';
import { statusOf } from '../../../shared/model/verdict.ts';
import type { RowTest } from './row-test.ts';
import { KIND_OF, type ResultKind } from '../rules/blob-keys.ts';
import { domainHash } from '../rules/domain-of-cell.ts';
import { INDEXED_ROWS, type ResultIndex } from './rules/result-index.ts';
import type { RowRecords } from './rules/row-records.ts';

/** Bytes that are sooner read than asked for in a request of their own. */
export const GAP = 128 * 1024;
/** Bytes that are searched at a time. */
const MOST_BYTES = 64 * 1024;

/** A row that its record lets through, with its place among the records of its block. */
interface Candidate {
  /** From 0, among all lines below the header. */
  readonly row: number;
  readonly records: RowRecords;
  readonly place: number;
  /** Its bytes in the file of its kind. */
  readonly start: number;
  readonly end: number;
}

/** Lines of a block that are read together, the first and the last of them candidates. */
export interface RowRange {
  /** In the file of their kind. */
  readonly bytes: ByteRange;
  /** How many candidates it has, and the row behind the last one. */
  readonly rows: number;
  readonly next: number;
  candidates(): Generator<Candidate>;
}

/** Which rows of a block its records let through, and how many of the first ones to pass over. */
interface BlockTest {
  readonly test: Pick<RowTest, 'reasons' | 'domain'>;
  readonly from: number;
  readonly passOver: number;
}

/** The smallest file of a result that has all rows with these reasons, where the index knows it. */
export function kindOf({ starts }: ResultIndex, reasons: RowTest['reasons']): ResultKind {
  const kinds = new Set(Array.from(reasons, (reason) => KIND_OF[statusOf(reason)]));
  const [kind = 'all'] = kinds;
  return starts && kinds.size === 1 ? kind : 'all';
}

/** Ranges of a block in the file of a kind, with at most so many candidates each. */
export function* rowRanges(
  { files, reasons, starts }: ResultIndex,
  kind: ResultKind,
  block: number,
  records: RowRecords,
  { test, from, passOver }: BlockTest,
  mostRows: number,
): Generator<RowRange> {
  const isWanted = [false, ...reasons.map((reason) => test.reasons.has(reason))];
  const hash = test.domain === undefined ? undefined : domainHash(test.domain);
  const isThere = [
    kind === 'all',
    ...reasons.map((reason) => kind === 'all' || KIND_OF[statusOf(reason)] === kind),
  ];
  const lengthOf = (place: number): number =>
    isThere[records.reasons[place] ?? 0] ? (records.lengths[place] ?? 0) : 0;
  const first = block * INDEXED_ROWS;
  let left = passOver;
  const isCandidate = (place: number): boolean =>
    first + place >= from &&
    isWanted[records.reasons[place] ?? 0] === true &&
    (hash === undefined || records.domains[place] === hash);

  const rangeOf = (begin: number, end: number, bytes: ByteRange, rows: number): RowRange => ({
    bytes,
    rows,
    next: first + end,
    *candidates() {
      let [start] = bytes;
      for (let place = begin; place < end; place += 1) {
        const behind = start + lengthOf(place);
        if (isCandidate(place)) yield { row: first + place, records, place, start, end: behind };
        start = behind;
      }
    },
  });

  let rows = 0;
  let begin = 0;
  let beginByte = 0;
  let end = 0;
  let endByte = 0;
  let start = (kind === 'all' ? files.all.offsets : starts?.[kind])?.[block] ?? 0;
  for (let place = 0; place < INDEXED_ROWS; place += 1) {
    const behind = start + lengthOf(place);
    if (isCandidate(place) && (left -= 1) < 0) {
      const isFull =
        rows === mostRows || start - endByte > GAP || endByte - beginByte >= MOST_BYTES;
      if (rows > 0 && isFull) {
        yield rangeOf(begin, end, [beginByte, endByte], rows);
        rows = 0;
      }
      if (rows === 0) {
        begin = place;
        beginByte = start;
      }
      rows += 1;
      end = place + 1;
      endByte = behind;
    }
    start = behind;
  }
  if (rows > 0) yield rangeOf(begin, end, [beginByte, endByte], rows);
}
