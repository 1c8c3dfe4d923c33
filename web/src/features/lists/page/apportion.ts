/**
 * Whole numbers in proportion to counts that add up to `whole` (largest remainder method); all 0
 * where nothing is counted.
 */
export function apportion(counts: readonly number[], whole = 100): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return counts.map(() => 0);
  const exact = counts.map((count) => (count * whole) / total);
  const parts = exact.map(Math.floor);
  const left = whole - parts.reduce((sum, part) => sum + part, 0);
  const largest = exact
    .map((share, place) => ({ place, remainder: share - Math.floor(share) }))
    .sort((one, other) => other.remainder - one.remainder)
    .slice(0, left);
  for (const { place } of largest) parts[place] = (parts[place] ?? 0) + 1;
  return parts;
}
