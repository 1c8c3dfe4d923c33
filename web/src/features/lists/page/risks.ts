import type { ListDetail } from '../../../../../shared/contract/lists.ts';

/** Addresses that one may write to, by what they risk. */
export interface Risk {
  /** Their least score; undefined for the valid ones alone. */
  least: number | undefined;
  count: number;
  /** How many of them are expected to refuse mail, as a score is how likely it arrives. */
  bounces: number;
}

/** The valid addresses of a list, then by tens of the score also those that take mail less likely. */
export function risksOf({ valid, scores }: ListDetail): readonly Risk[] {
  const bouncesOf = ({ score, count }: (typeof scores)[number]) => (count * (100 - score)) / 100;
  // No address has a better score than the valid ones.
  const safest = { score: scores[0]?.score ?? 100, count: valid };
  const risks: Risk[] = [{ least: undefined, count: valid, bounces: bouncesOf(safest) }];
  for (let least = 90; least > 0; least -= 10) {
    const taken = scores.filter(({ score }) => score >= least);
    const count = taken.reduce((sum, each) => sum + each.count, 0);
    const bounces = taken.reduce((sum, each) => sum + bouncesOf(each), 0);
    if (count > (risks.at(-1)?.count ?? 0)) risks.push({ least, count, bounces });
  }
  return risks;
}
