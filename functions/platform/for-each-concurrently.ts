/**
 * Processes items as they arrive, at most `concurrency` at a time. After a failure, starts no other
 * item, waits for the running ones and throws the error.
 */
export async function forEachConcurrently<T>(
  items: AsyncIterable<T> | Iterable<T>,
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = (async function* () {
    yield* items;
  })();
  const worker = async (): Promise<void> => {
    try {
      for (let next = await iterator.next(); !next.done; next = await iterator.next())
        await work(next.value);
    } catch (error) {
      await iterator.return();
      throw error;
    }
  };
  const results = await Promise.allSettled(Array.from({ length: concurrency }, worker));
  for (const each of results) if (each.status === 'rejected') throw each.reason;
}
