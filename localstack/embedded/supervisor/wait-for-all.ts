/** Like `Promise.all`, but waits for all, so that everything started can be stopped. */
export async function waitForAll<const T extends readonly unknown[]>(
  work: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
