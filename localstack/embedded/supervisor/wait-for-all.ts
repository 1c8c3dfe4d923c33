/**
 * `Promise.all` that waits for all of them even when one fails, so that whatever was started can
 * be ended.
 */
export async function waitForAll<const T extends readonly unknown[]>(
  work: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
