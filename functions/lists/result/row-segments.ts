import type { ListedRow, RowsPage, Segment } from '../../../shared/contract/list-rows.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { MAX_INLINE_DOWNLOAD_BYTES } from '../../../shared/model/upload-limits.ts';
import {
  VERDICT_REASONS,
  type VerdictReason,
  type VerdictStatus,
  statusForReason,
} from '../../../shared/model/verdict.ts';
import { consumeOrThrow } from '../../access/limits/limits.ts';
import { userIdOf } from '../../access/rules/owner.ts';
import { computeExistenceRate, computeScore } from '../../checks/rules/score.ts';
import type { ListsDeps } from '../deps.ts';
import { type List, resultIdOf } from '../rules/list.ts';
import { mailboxKeyOf } from '../rules/mailbox-key.ts';
import { type ParsedResultLine, verifiedAddressOf } from '../rules/result/result-format.ts';
import { type ResultIndex, hasCorrections } from '../rules/result/result-index.ts';
import { decodeEvidence, hasFlag } from '../rules/row-facts.ts';
import { findVerdicts } from './find-verdicts.ts';
import type { OutputRow } from './select-columns.ts';
import { type ResultRow, findResultRows } from './result-rows.ts';
import { type RowMatcher, type RowQuery, createRowMatcher } from './row-matcher.ts';

type Deps = Pick<ListsDeps, 'bouncedAddresses'> & {
  readonly blobs: Pick<ListsDeps['blobs'], 'bytes' | 'read'>;
};

/** Number of rows whose records are read together; their text is read in smaller batches. */
const BATCH_ROWS = 128_000;
/** Less than API Gateway's timeout of 29 s. */
const MAX_COUNT_MS = 25_000;

export const SEGMENT_BY_STATUS: Readonly<Record<VerdictStatus, Segment | undefined>> = {
  deliverable: 'safe',
  risky: 'risky',
  unknown: 'unknown',
  undeliverable: undefined,
};

/** A row with the address that the customer should use: its own, or its verified correction. */
interface SegmentedRow {
  readonly segment: Segment;
  /** Reason and score of the address to use. */
  readonly reason: VerdictReason;
  readonly score: number;
  /**
   * Whether another row contains the address to use: an earlier row or, for a correction, any row.
   */
  readonly isDuplicate: boolean;
  readonly isBounced: boolean;
}

/** Returns whether a file with the query's `include` contains a row. */
export function createIncludeFilter({ include = [], min_score: minScore = 0, only }: RowQuery) {
  const included = new Set<string>(include);
  return ({ segment, reason, score, isDuplicate, isBounced }: SegmentedRow): boolean =>
    included.has(segment) &&
    !isBounced &&
    (!isDuplicate || included.has('duplicates')) &&
    (segment !== 'risky' || (score >= minScore && (only !== 'lasting' || reason !== 'disposable')));
}

/** Counts rows by segment, reason and score. */
export function tallySegments() {
  const counts = new Map<string, NonNullable<RowsPage['segments']>[number]>();
  return {
    add(row: SegmentedRow | undefined): void {
      if (!row) return;
      const { segment: include, reason, score, isDuplicate, isBounced } = row;
      const key = [include, reason, score].join(' ');
      const count = counts.get(key) ?? {
        include,
        reason,
        score,
        count: 0,
        duplicates: 0,
        bounced: 0,
      };
      counts.set(key, count);
      if (!isBounced) count[isDuplicate ? 'duplicates' : 'count'] += 1;
      else if (!isDuplicate) count.bounced += 1;
    },
    counts: () => [...counts.values()],
  };
}

type HasBounced = ((address: string) => boolean) | undefined;

/**
 * Returns a function for the segments of rows, which expects them in file order. A row that has a
 * valid correction counts as corrected, unless its own address is valid. If the list also contains
 * the corrected address, the correction is its duplicate.
 */
async function createSegmenter(deps: Deps, list: List, index: ResultIndex, hasBounced: HasBounced) {
  const existenceRate = computeExistenceRate(list);
  const listed = await readListedCorrections(deps, list, index);
  const corrections = new Set<string>();
  /** @param line may be omitted if no bounces are known and the row has no verified correction */
  return (
    reason: VerdictReason,
    flags: number,
    line?: ParsedResultLine,
  ): SegmentedRow | undefined => {
    const segment = SEGMENT_BY_STATUS[statusForReason(reason)];
    const { correction } = line ?? {};
    if (correction?.status === 'deliverable' && segment !== 'safe') {
      const mailbox = mailboxKeyOf(correction.address);
      const isDuplicate = listed.has(mailbox) || corrections.has(mailbox);
      corrections.add(mailbox);
      return {
        segment: 'corrected',
        reason: 'accepted',
        score: computeScore('accepted', 0),
        isDuplicate,
        isBounced: hasBounced?.(correction.address) ?? false,
      };
    }
    if (!segment) return undefined;
    return {
      segment,
      reason,
      score: computeScore(reason, decodeEvidence(flags), existenceRate),
      isDuplicate: hasFlag(flags, 'repeated'),
      isBounced: line ? (hasBounced?.(verifiedAddressOf(line, index.column)) ?? false) : false,
    };
  };
}

const readRows = (
  { blobs }: Deps,
  list: List,
  index: ResultIndex,
  matchesVerdict: RowMatcher['matchesVerdict'],
) =>
  findResultRows(
    blobs,
    resultIdOf(list),
    index,
    { ...createRowMatcher({}), matchesVerdict },
    { from: 0, skip: 0 },
    BATCH_ROWS,
  );

const isCorrected = (_: VerdictReason, flags: number): boolean => hasFlag(flags, 'corrected');

/** Returns the mailboxes of valid corrections that the list also contains as addresses. */
async function readListedCorrections(
  deps: Deps,
  list: List,
  index: ResultIndex,
): Promise<ReadonlySet<string>> {
  const mailboxes = new Set<string>();
  if (!hasCorrections(index)) return mailboxes;
  for await (const { rows } of readRows(deps, list, index, isCorrected))
    for (const { correction } of rows)
      if (correction?.status === 'deliverable') mailboxes.add(mailboxKeyOf(correction.address));
  if (mailboxes.size === 0) return mailboxes;
  return new Set((await findVerdicts(deps, list, mailboxes)).verdicts.keys());
}

const flagsOf = ({ records, recordIndex }: ResultRow): number => records.flags[recordIndex] ?? 0;

/**
 * Counts the rows that downloads with `include` select. Reads the text only of rows whose record
 * does not suffice, so that a list without bounces and corrections is counted quickly.
 * @throws {AppError} `too_many_requests`, `selection_too_large`
 */
export async function countSegments(
  deps: Deps & Pick<ListsDeps, 'clock' | 'limits'>,
  list: List,
  index: ResultIndex,
): Promise<NonNullable<RowsPage['segments']>> {
  const user = userIdOf(list.userId);
  const deadline = deps.clock.now() + MAX_COUNT_MS;
  await consumeOrThrow(deps.limits, 'search_user', user);
  const hasBounced = await deps.bouncedAddresses.loadPredicate(list.userId);
  const readsText = hasBounced !== undefined || hasCorrections(index);
  if (readsText && index.files.all.bytes > MAX_INLINE_DOWNLOAD_BYTES)
    await consumeOrThrow(deps.limits, 'select_user', user);
  const segmentOf = await createSegmenter(deps, list, index, hasBounced);
  const tally = tallySegments();
  const needsText = (reason: VerdictReason, flags: number): boolean => {
    if (hasBounced || hasFlag(flags, 'corrected')) return true;
    tally.add(segmentOf(reason, flags));
    return false;
  };
  for await (const { rows } of readRows(deps, list, index, needsText)) {
    if (deps.clock.now() > deadline) throw new AppError('selection_too_large');
    for (const row of rows) {
      const reason = index.reasons[(row.records.reasons[row.recordIndex] ?? 0) - 1];
      if (reason) tally.add(segmentOf(reason, flagsOf(row), row));
    }
  }
  return tally.counts();
}

/**
 * Returns a matcher for the rows that a query's `include` may select, and a function that returns a
 * matching row as it is written, or nothing.
 */
export async function composeRows(deps: Deps, list: List, index: ResultIndex, query: RowQuery) {
  const { include = [], min_score: _, only, ...filter } = query;
  const hasBounced = await deps.bouncedAddresses.loadPredicate(list.userId);
  const segmentOf = await createSegmenter(deps, list, index, hasBounced);
  const isIncluded = createIncludeFilter(query);
  const existenceRate = computeExistenceRate(list);
  const base = createRowMatcher(
    { ...filter, only: only === 'lasting' ? undefined : only },
    existenceRate,
    hasBounced,
  );
  const takesCorrections = include.includes('corrected') && hasCorrections(index);
  const mayMatch = (reason: VerdictReason): boolean => {
    const segment = SEGMENT_BY_STATUS[statusForReason(reason)];
    return (
      (segment !== undefined && include.includes(segment)) ||
      (takesCorrections && segment !== 'safe')
    );
  };
  const matcher: RowMatcher = {
    ...base,
    reasons: new Set(VERDICT_REASONS.filter((each) => base.reasons.has(each) && mayMatch(each))),
    isCounted: false,
    matchesVerdict(reason, flags) {
      if (base.matchesVerdict?.(reason, flags) === false) return false;
      if (hasFlag(flags, 'corrected')) return true;
      const row = segmentOf(reason, flags);
      return row !== undefined && isIncluded(row);
    },
  };
  return {
    matcher,
    compose(found: ResultRow, row: ListedRow): { cells: readonly string[]; row: OutputRow }[] {
      const segmented = segmentOf(row.reason, flagsOf(found), found);
      if (!segmented || !isIncluded(segmented)) return [];
      const { cells, correction } = found;
      if (segmented.segment !== 'corrected' || !correction) return [{ cells, row }];
      const [from, to] = [verifiedAddressOf(found, index.column), correction.address];
      const correct = (cell: string) => (cell.includes(from) ? cell.replace(from, () => to) : to);
      const { reason, score } = segmented;
      const corrected = { email: to, address: to, status: correction.status, reason, score };
      return [
        {
          cells: cells.map((cell, at) => (at === index.column ? correct(cell) : cell)),
          // Omit the facts about the original address, which do not apply to its correction.
          row: { ...corrected, row: row.row, as_of: row.as_of, flags: {}, corrected_from: from },
        },
      ];
    },
  };
}
