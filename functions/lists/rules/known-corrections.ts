import { MAX_ADDRESSES } from '../../../shared/model/upload-limits.ts';
import {
  KIND_BY_STATUS,
  VERDICT_STATUSES,
  type VerdictStatus,
} from '../../../shared/model/verdict.ts';
import type { List } from './list.ts';

/**
 * In the rows object of a recheck, numbers from this one on, which are above all ordinals, denote
 * the status of a known correction. A correction is known if its address already has a conclusive
 * result, as an address of the list or as the correction of another row. A known correction gets
 * the same status for free.
 */
const FIRST_STATUS = MAX_ADDRESSES + 1;

export const encodeKnownStatus = (status: VerdictStatus): number =>
  FIRST_STATUS + VERDICT_STATUSES.indexOf(status);

/** Returns undefined for a number that denotes an ordinal. */
export const decodeKnownStatus = (number: number): VerdictStatus | undefined =>
  VERDICT_STATUSES[number - FIRST_STATUS];

export type KnownCorrectionCounts = NonNullable<NonNullable<List['recheckOf']>['known']>;

export function countKnownCorrections(statuses: Iterable<VerdictStatus>): KnownCorrectionCounts {
  const counts = { valid: 0, invalid: 0, risky: 0, unknown: 0 };
  for (const status of statuses) counts[KIND_BY_STATUS[status]] += 1;
  const { valid, invalid, risky } = counts;
  return { valid, invalid, risky };
}

/** Returns a recheck whose counts include the known corrections, as its owner sees them. */
export function includeKnownCorrections(recheck: List): List {
  const { known } = recheck.recheckOf ?? {};
  if (!known) return recheck;
  const count = known.valid + known.invalid + known.risky;
  return {
    ...recheck,
    total: recheck.total + count,
    processed: recheck.processed + count,
    valid: recheck.valid + known.valid,
    invalid: recheck.invalid + known.invalid,
    risky: recheck.risky + known.risky,
  };
}
