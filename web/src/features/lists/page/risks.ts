import type { ListDetail } from '../../../../../shared/contract/lists.ts';

/** Addresses that one may write to, by what they risk. */
export interface Risk {
  /** Their least score; undefined for the valid ones alone. */
  least: number | undefined;
  /** Whether they are those that last. */
  only?: 'lasting';
  count: number;
  /** How many of them are expected to refuse mail, as a score is how likely it arrives. */
  bounces: number;
}

const LEAST = 10;

/**
 * The valid addresses of a list, then by tens of the score also those that take mail less likely.
 * Disposable ones take it, but nobody reads it for long: they are there in the last step alone.
 */
export function risksOf({ valid, scores, reasons }: ListDetail): readonly Risk[] {
  const bouncesOf = ({ score, count }: (typeof scores)[number]) => (count * (100 - score)) / 100;
  // No address has a better score than the valid ones, which have that of the disposable ones.
  const best = scores[0]?.score ?? 100;
  const safest = { score: best, count: valid };
  const risks: Risk[] = [{ least: undefined, count: valid, bounces: bouncesOf(safest) }];
  const { disposable = 0 } = reasons;
  for (let least = 90; least >= LEAST; least -= 10) {
    const isLasting = disposable > 0 && least > LEAST;
    const taken = scores.filter(({ score }) => score >= least);
    if (isLasting) taken.push({ score: best, count: -disposable });
    const count = taken.reduce((sum, each) => sum + each.count, 0);
    const bounces = taken.reduce((sum, each) => sum + bouncesOf(each), 0);
    if (count > (risks.at(-1)?.count ?? 0))
      risks.push({ least, count, bounces, ...(isLasting && { only: 'lasting' }) });
  }
  return risks;
}
