import type { ListDetail } from '../../../../../shared/contract/lists.ts';

/** Addresses to write to, at a level of risk. */
export interface Risk {
  /** Their minimum score; undefined for only the valid ones. */
  minScore: number | undefined;
  /** Whether disposable ones are excluded. */
  only?: 'lasting';
  count: number;
  /** Expected number of bounces, because a score is the probability of delivery. */
  bounces: number;
}

const MIN_SCORE = 10;

/**
 * The valid addresses of a list, then in score steps of ten also riskier ones. Disposable addresses
 * accept mail but are soon abandoned, so only the last step includes them.
 */
export function risksOf({ valid, scores, reasons }: ListDetail): readonly Risk[] {
  const bouncesOf = ({ score, count }: (typeof scores)[number]) => (count * (100 - score)) / 100;
  // Valid addresses have the best score, and disposable ones have the same.
  const best = scores[0]?.score ?? 100;
  const safest = { score: best, count: valid };
  const risks: Risk[] = [{ minScore: undefined, count: valid, bounces: bouncesOf(safest) }];
  const { disposable = 0 } = reasons;
  for (let minScore = 90; minScore >= MIN_SCORE; minScore -= 10) {
    const excludesDisposable = disposable > 0 && minScore > MIN_SCORE;
    const included = scores.filter(({ score }) => score >= minScore);
    if (excludesDisposable) included.push({ score: best, count: -disposable });
    const count = included.reduce((sum, each) => sum + each.count, 0);
    const bounces = included.reduce((sum, each) => sum + bouncesOf(each), 0);
    if (count > (risks.at(-1)?.count ?? 0))
      risks.push({ minScore, count, bounces, ...(excludesDisposable && { only: 'lasting' }) });
  }
  return risks;
}
