/** Like `Promise.all`, but rejects only once all work has settled, so that it can be stopped. */
export async function waitForAll<const T extends readonly unknown[]>(
  work: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
