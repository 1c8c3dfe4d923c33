import type { ListDetail } from '../../../../../shared/contract/list-detail.ts';

/** The addresses that a customer would write to at a level of risk. */
export interface RiskOption {
  /** Minimum score of these addresses; undefined if only valid addresses are included. */
  minScore: number | undefined;
  /** Set if disposable addresses are excluded. */
  only?: 'lasting';
  count: number;
  /** Expected number of bounces; an address with a score of 90 counts as 0.1 bounces. */
  bounces: number;
}

/** Addresses with a lower score nearly always bounce. */
export const MIN_MAILABLE_SCORE = 10;

/**
 * Levels of risk: first the valid addresses of a list, then riskier addresses as well, in steps of
 * ten points. Disposable addresses accept email but are soon abandoned, so only the last level
 * includes them.
 */
export function createRiskOptions({ valid, scores, reasons }: ListDetail): readonly RiskOption[] {
  const bouncesOf = ({ score, count }: (typeof scores)[number]) => (count * (100 - score)) / 100;
  // Valid addresses have the best score, but disposable addresses can have the same score.
  const best = scores[0]?.score ?? 100;
  const safest = { score: best, count: valid };
  const risks: RiskOption[] = [{ minScore: undefined, count: valid, bounces: bouncesOf(safest) }];
  const { disposable = 0 } = reasons;
  for (let minScore = 90; minScore >= MIN_MAILABLE_SCORE; minScore -= 10) {
    const excludesDisposable = disposable > 0 && minScore > MIN_MAILABLE_SCORE;
    const included = scores.filter(({ score }) => score >= minScore);
    if (excludesDisposable) included.push({ score: best, count: -disposable });
    const count = included.reduce((sum, each) => sum + each.count, 0);
    const bounces = included.reduce((sum, each) => sum + bouncesOf(each), 0);
    if (count > (risks.at(-1)?.count ?? 0))
      risks.push({ minScore, count, bounces, ...(excludesDisposable && { only: 'lasting' }) });
  }
  return risks;
}
