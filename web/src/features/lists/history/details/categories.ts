import type { ListDetail } from '../../../../../../shared/contract/lists.ts';
import { REASONS_OF, type VerdictReason } from '../../../../../../shared/model/verdict.ts';

/** The four counts of a list, in the order in which they are shown. */
export const CATEGORIES = ['valid', 'invalid', 'risky', 'unknown'] as const;
export type Category = (typeof CATEGORIES)[number];

const categoryReasons: Readonly<Record<Category, readonly VerdictReason[]>> = {
  valid: REASONS_OF.deliverable,
  invalid: REASONS_OF.undeliverable,
  risky: REASONS_OF.risky,
  unknown: REASONS_OF.unknown,
};

/** The reasons of a category with the number of addresses, the most frequent first. */
export const reasonsIn = (
  category: Category,
  reasons: ListDetail['reasons'],
): (readonly [VerdictReason, number])[] =>
  (Object.entries(reasons) as [VerdictReason, number][])
    .filter(([reason]) => categoryReasons[category].includes(reason))
    .sort(([, one], [, other]) => other - one);
