/** What a promise resolves to, or undefined if that takes longer than `ms` or `signal` aborts first. */
export async function within<T>(
  ms: number | undefined,
  promise: Promise<T>,
  signal?: AbortSignal,
): Promise<T | undefined> {
  const end = Promise.withResolvers<undefined>();
  const stop = (): void => end.resolve(undefined);
  const timer = ms === undefined ? undefined : setTimeout(stop, ms);
  signal?.addEventListener('abort', stop);
  try {
    return await Promise.race([promise, end.promise]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}
