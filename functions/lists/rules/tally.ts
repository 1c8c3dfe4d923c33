import { CREDITS_PER_EMAIL } from '../../../shared/model/credits.ts';
import type { VerdictReason, VerdictStatus } from '../../../shared/model/verdict.ts';
import { isCharged } from '../../checks/rules/is-charged.ts';

export type ReasonCounts = Partial<Record<VerdictReason, number>>;

/** What verdicts add to the counters of a list. `charged` is in credits. */
export interface Tally {
  readonly processed: number;
  readonly valid: number;
  readonly invalid: number;
  readonly risky: number;
  readonly unknown: number;
  readonly charged: number;
  readonly reasons: ReasonCounts;
}

export type Charge = 'nothing' | 'answers' | 'every address';

export function tallyOf(
  verdicts: Iterable<{ readonly status: VerdictStatus; readonly reason: VerdictReason }>,
  charge: Charge,
): Tally {
  const by: Record<VerdictStatus, number> = {
    deliverable: 0,
    undeliverable: 0,
    risky: 0,
    unknown: 0,
  };
  const reasons: ReasonCounts = {};
  let processed = 0;
  let charged = 0;
  for (const { status, reason } of verdicts) {
    processed += 1;
    by[status] += 1;
    reasons[reason] = (reasons[reason] ?? 0) + 1;
    if (charge !== 'nothing' && isCharged(status, charge === 'every address'))
      charged += CREDITS_PER_EMAIL;
  }
  return {
    processed,
    valid: by.deliverable,
    invalid: by.undeliverable,
    risky: by.risky,
    unknown: by.unknown,
    charged,
    reasons,
  };
}
