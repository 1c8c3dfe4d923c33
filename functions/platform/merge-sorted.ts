/** Merges sorted sequences into one. Holds one item per sequence in memory. */
export async function* mergeSorted<T>(
  sources: readonly AsyncIterable<T>[],
  compare: (a: T, b: T) => number,
): AsyncGenerator<T> {
  const heads: { value: T; readonly iterator: AsyncIterator<T> }[] = [];
  await Promise.all(
    sources.map(async (source) => {
      const iterator = source[Symbol.asyncIterator]();
      const first = await iterator.next();
      if (!first.done) heads.push({ value: first.value, iterator });
    }),
  );
  for (;;) {
    const head = heads.toSorted((a, b) => compare(a.value, b.value))[0];
    if (!head) return;
    yield head.value;
    const next = await head.iterator.next();
    if (next.done) heads.splice(heads.indexOf(head), 1);
    else head.value = next.value;
  }
}
