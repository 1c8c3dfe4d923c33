/** Like `Promise.all`, but if one fails, waits for the others, so that all can be stopped. */
export async function waitForAll<const T extends readonly unknown[]>(
  work: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
