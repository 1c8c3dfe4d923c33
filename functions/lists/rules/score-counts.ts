import { VERDICT_REASONS } from '../../../shared/model/verdict.ts';
import { type Evidence, livingOf, scoreOf } from '../../checks/rules/score.ts';
import type { List } from './list.ts';

const EVIDENCE: readonly Evidence[] = [0, 1, 2];

/**
 * Distinct addresses of a list by score: 0 to 9, 10 to 19, and so on to 90 to 100. Only where a
 * domain accepts everyone does evidence make another ten of it. Empty where that was not counted.
 */
export function scoreCounts({ reasons, shares }: Pick<List, 'reasons' | 'shares'>): number[] {
  if (!shares?.catchAll) return [];
  const counts = Array.from({ length: 10 }, () => 0);
  const add = (score: number, count = 0): void => {
    const ten = Math.min(9, Math.floor(score / 10));
    counts[ten] = (counts[ten] ?? 0) + count;
  };
  for (const reason of VERDICT_REASONS)
    if (reason !== 'catch_all') add(scoreOf(reason, 0), reasons[reason]);
  const living = livingOf({ reasons });
  for (const evidence of EVIDENCE)
    add(scoreOf('catch_all', evidence, living), shares.catchAll[evidence]);
  return counts;
}
