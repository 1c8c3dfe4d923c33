/** Keeps a single address in a million visible in the narrowest bar. */
const MIN_SLICE_PERCENT = 1.5;

/** Divides a bar into slices, in percent. A count of 0 gets no slice. */
export function slicesOf<Name>(counts: readonly (readonly [Name, number])[]) {
  const nonZero = counts.filter(([, count]) => count > 0);
  const total = nonZero.reduce((sum, [, count]) => sum + count, 0);
  const lengths = nonZero.map(([, count]) => Math.max(MIN_SLICE_PERCENT, (100 * count) / total));
  const totalLength = lengths.reduce((sum, length) => sum + length, 0);
  let start = 0;
  return nonZero.map(([name], index) => {
    const length = (100 * (lengths[index] ?? 0)) / totalLength;
    const slice = { name, start, length };
    start += length;
    return slice;
  });
}
