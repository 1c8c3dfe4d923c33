import { VERDICT_REASONS } from '../../../../shared/model/verdict.ts';
import {
  type VerdictEvidence,
  computeExistenceRate,
  computeScore,
} from '../../../checks/rules/score.ts';
import type { List } from '../../rules/list.ts';

const EVIDENCE_LEVELS: readonly VerdictEvidence[] = [0, 1, 2];

/**
 * Returns the number of distinct addresses of a list per score, highest score first. Lists count
 * evidence only for addresses at catch-all domains. The scores of all other addresses ignore
 * evidence, which would not change their tens digit. Empty if the list has no counts by evidence.
 */
export function countByScore({ reasons, shares }: Pick<List, 'reasons' | 'shares'>) {
  if (!shares?.catchAll) return [];
  const counts = new Map<number, number>();
  const add = (score: number, count = 0): void => {
    if (count > 0) counts.set(score, (counts.get(score) ?? 0) + count);
  };
  for (const reason of VERDICT_REASONS)
    if (reason !== 'catch_all') add(computeScore(reason, 0), reasons[reason]);
  const existenceRate = computeExistenceRate({ reasons });
  for (const evidence of EVIDENCE_LEVELS)
    add(computeScore('catch_all', evidence, existenceRate), shares.catchAll[evidence]);
  return [...counts]
    .map(([score, count]) => ({ score, count }))
    .toSorted((a, b) => b.score - a.score);
}
