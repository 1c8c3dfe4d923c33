import type { ListDetail } from '../../../../../shared/contract/lists.ts';
import {
  REASONS_OF,
  type VerdictReason,
  type VerdictStatus,
} from '../../../../../shared/model/verdict.ts';

/** The four counts of a list, in the order in which they are shown. */
export const CATEGORIES = ['valid', 'invalid', 'risky', 'unknown'] as const;
export type Category = (typeof CATEGORIES)[number];

/** The verdict that each of them counts. */
export const VERDICT_OF = {
  valid: 'deliverable',
  invalid: 'undeliverable',
  risky: 'risky',
  unknown: 'unknown',
} as const satisfies Record<Category, VerdictStatus>;

/** The reasons of a category with the number of addresses, the most frequent first. */
export function reasonsIn(
  category: Category,
  reasons: ListDetail['reasons'],
): (readonly [VerdictReason, number])[] {
  const own: readonly VerdictReason[] = REASONS_OF[VERDICT_OF[category]];
  return own
    .flatMap((reason) => (reasons[reason] ? [[reason, reasons[reason]] as const] : []))
    .sort(([, one], [, other]) => other - one);
}
