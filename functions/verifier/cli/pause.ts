/** Long enough for a busy file, short for someone who waits for the end. */
const PAUSE_MS = 1000;

/**
 * A stream, up to the first pause of a second after `deadline` (epoch milliseconds): what is at hand
 * is read, but a source that is idle by then keeps nobody waiting.
 */
export async function* whileItComes<T>(
  stream: AsyncIterable<T>,
  deadline: number | undefined,
  now: () => number,
): AsyncGenerator<T, void> {
  if (deadline === undefined) return yield* stream;
  const items = stream[Symbol.asyncIterator]();
  for (;;) {
    const next = await within(Math.max(0, deadline - now()) + PAUSE_MS, items.next());
    if (!next || next.done === true) return;
    yield next.value;
  }
}

/** What a promise brings within `ms`; undefined when that is nothing yet. */
export async function within<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  const pause = Promise.withResolvers<undefined>();
  const timer = setTimeout(pause.resolve, ms, undefined);
  try {
    return await Promise.race([promise, pause.promise]);
  } finally {
    clearTimeout(timer);
  }
}
