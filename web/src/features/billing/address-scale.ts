export const MAX_ESTIMATED_ADDRESSES = 10_000_000;

/** The lowest value of the slider is ten to this power. */
const MIN_DECADE = 3;
const STEPS_PER_DECADE = 9;
export const DECADES = [3, 4, 5, 6, 7];

/** Returns the number of addresses at a position of the slider. */
export const amountAt = (position: number): number =>
  ((position % STEPS_PER_DECADE) + 1) *
  10 ** (MIN_DECADE + Math.floor(position / STEPS_PER_DECADE));

export function positionOf(amount: number): number {
  const decade = Math.max(MIN_DECADE, Math.floor(Math.log10(amount)));
  return STEPS_PER_DECADE * (decade - MIN_DECADE) + Math.round(amount / 10 ** decade) - 1;
}
