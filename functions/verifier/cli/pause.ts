/** Long enough for a busy file, short for someone who waits for the end. */
const PAUSE_MS = 1000;

/**
 * A stream, up to the abort of `signal` or to the first pause of a second after `deadline` (epoch
 * milliseconds): what is at hand then is read, but a source that is idle keeps nobody waiting.
 */
export async function* whileItComes<T>(
  stream: AsyncIterable<T>,
  deadline: number | undefined,
  signal: AbortSignal,
  now: () => number,
): AsyncGenerator<T, void> {
  const items = stream[Symbol.asyncIterator]();
  while (!signal.aborted) {
    const ms = deadline === undefined ? undefined : Math.max(0, deadline - now()) + PAUSE_MS;
    const next = await within(ms, items.next(), signal);
    if (!next || next.done === true) return;
    yield next.value;
  }
}

/** What a promise brings within `ms`, if given, and before an abort; undefined when that is nothing yet. */
export async function within<T>(
  ms: number | undefined,
  promise: Promise<T>,
  signal?: AbortSignal,
): Promise<T | undefined> {
  const pause = Promise.withResolvers<undefined>();
  const end = (): void => pause.resolve(undefined);
  const timer = ms === undefined ? undefined : setTimeout(end, ms);
  signal?.addEventListener('abort', end);
  try {
    return await Promise.race([promise, pause.promise]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
}
