/** Standard normal quantile of a 95% interval. */
const Z_SCORE_95 = 1.96;

/**
 * Returns the 95% Wilson score interval of a rate, from 0 to 1, which also fits small samples and
 * rare events: E. B. Wilson, JASA 22 (1927), 209–212.
 * @param total at least 1
 */
export function wilsonInterval(count: number, total: number): readonly [low: number, high: number] {
  const rate = count / total;
  const weight = Z_SCORE_95 ** 2 / total;
  const middle = rate + weight / 2;
  const half = Z_SCORE_95 * Math.sqrt((rate * (1 - rate) + weight / 4) / total);
  return [Math.max(0, (middle - half) / (1 + weight)), Math.min(1, (middle + half) / (1 + weight))];
}
