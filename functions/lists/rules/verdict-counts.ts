import { CREDITS_PER_EMAIL } from '../../../shared/model/credits.ts';
import {
  KIND_BY_STATUS,
  type VerdictReason,
  type VerdictStatus,
} from '../../../shared/model/verdict.ts';
import { isCharged } from '../../checks/rules/verdict.ts';

export type ReasonCounts = Partial<Record<VerdictReason, number>>;

/** Increments of a list's counters. `charged` is in credits. */
export interface VerdictCounts {
  readonly processed: number;
  readonly valid: number;
  readonly invalid: number;
  readonly risky: number;
  readonly unknown: number;
  readonly charged: number;
  readonly reasons: ReasonCounts;
}

export type BillingPolicy = 'free' | 'conclusive' | 'all';

export function countVerdicts(
  verdicts: Iterable<{ readonly status: VerdictStatus; readonly reason: VerdictReason }>,
  policy: BillingPolicy,
): VerdictCounts {
  const counts = { valid: 0, invalid: 0, risky: 0, unknown: 0 };
  const reasons: ReasonCounts = {};
  let processed = 0;
  let charged = 0;
  for (const { status, reason } of verdicts) {
    processed += 1;
    counts[KIND_BY_STATUS[status]] += 1;
    reasons[reason] = (reasons[reason] ?? 0) + 1;
    if (policy !== 'free' && isCharged(status, policy === 'all')) charged += CREDITS_PER_EMAIL;
  }
  return { processed, ...counts, charged, reasons };
}
