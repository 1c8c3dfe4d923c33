import { describe, expect, it } from 'vitest';
import { VERDICT_REASONS } from '../../../shared/model/verdict.ts';
import { countByScoreBand } from '../../../tests/support/listed-result.ts';
import {
  type VerdictEvidence,
  computeExistenceRate,
  computeScore,
} from '../../checks/rules/score.ts';
import { createBreakdownBuilder } from '../rules/breakdown.ts';
import { withEvidence } from '../rules/row-facts.ts';
import { countByScore } from './describe-list.ts';

const EVIDENCE: readonly VerdictEvidence[] = [0, 1, 2];
const verdict = (evidence: VerdictEvidence) =>
  ({
    provider: 0,
    status: 'risky',
    reason: 'catch_all',
    flags: withEvidence(0, evidence),
  }) as const;

describe('the scores of a list', () => {
  it('equal the scores of its addresses, for any evidence', () => {
    for (const reason of VERDICT_REASONS) {
      const reasons = { accepted: 1000, [reason]: 1000 };
      for (const evidence of EVIDENCE) {
        const breakdown = createBreakdownBuilder([]);
        if (reason === 'catch_all')
          for (let times = 0; times < 1000; times += 1) breakdown.add('', 0, verdict(evidence));
        const rows = Object.entries(reasons).flatMap(([each, count]) =>
          Array.from({ length: count }, () => ({
            score: computeScore(each as typeof reason, evidence, computeExistenceRate({ reasons })),
          })),
        );
        const counts = countByScore({ reasons, shares: breakdown.largest([]) });
        expect(countByScoreBand(counts)).toEqual(countByScoreBand(rows));
        expect(counts).toEqual(counts.toSorted((a, b) => b.score - a.score));
      }
    }
  });

  it('are updated from the previous result, and empty if that has no counts by evidence', () => {
    const previous = { domains: [], shares: [], providers: [] };
    const more = createBreakdownBuilder([], { ...previous, catchAll: [3, 2, 1] });
    more.add('', 0, verdict(1));
    const reasons = { catch_all: 7 };
    const shares = more.largest([]);
    expect(shares.catchAll).toEqual([3, 3, 1]);
    expect(countByScore({ reasons, shares })).toEqual([
      { score: 74, count: 1 },
      { score: 70, count: 3 },
      { score: 44, count: 3 },
    ]);

    const older = createBreakdownBuilder([], { ...previous, catchAll: undefined });
    older.add('', 0, verdict(1));
    expect(countByScore({ reasons, shares: older.largest([]) })).toEqual([]);
    expect(countByScore({ reasons, shares: undefined })).toEqual([]);
  });
});
