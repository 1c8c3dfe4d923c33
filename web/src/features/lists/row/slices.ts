/** Makes one address in a million visible: a few pixels of the narrowest bar. */
const SHORTEST = 1.5;

/** Divides a bar into slices, in percent; a count of 0 has none. */
export function slicesOf<Name>(counts: readonly (readonly [Name, number])[]) {
  const present = counts.filter(([, count]) => count > 0);
  const total = present.reduce((sum, [, count]) => sum + count, 0);
  const lengths = present.map(([, count]) => Math.max(SHORTEST, (100 * count) / total));
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  let start = 0;
  return present.map(([name], at) => {
    const length = (100 * (lengths[at] ?? 0)) / whole;
    const slice = { name, start, length };
    start += length;
    return slice;
  });
}
