/**
 * Computes the optimal string alignment distance, which counts insertions, deletions, replacements
 * and swaps of adjacent characters.
 */
export function editDistance(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const replaced = (last[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1);
      const swapped =
        one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
          ? (beforeLast[column - 2] ?? Infinity) + 1
          : Infinity;
      current[column] = Math.min(
        replaced,
        swapped,
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[other.length] ?? 0;
}
