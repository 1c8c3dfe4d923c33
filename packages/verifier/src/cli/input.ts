/** Maximum octets of a shown input line. An address has at most 254, so none is truncated. */
export const MAX_SHOWN_OCTETS = 512;

/** Trims lines, skips blank ones, and truncates lines over `MAX_SHOWN_OCTETS`, adding `…`. */
export async function* addressesFromLines(
  lines: AsyncIterable<readonly string[]>,
): AsyncGenerator<string[], void> {
  for await (const some of lines)
    yield some
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .map(truncate);
}

/** Copies the start of a text, because a substring would keep the entire string in memory. */
function truncate(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= MAX_SHOWN_OCTETS) return bytes.toString();
  // Stream mode drops an incomplete character at the end.
  const head = new TextDecoder().decode(bytes.subarray(0, MAX_SHOWN_OCTETS), { stream: true });
  return `${head.trimEnd()}…`;
}

/** Approximate maximum addresses of one batch, limited by memory. */
const MAX_BATCH = 1_000_000;
const PROMPT_DELAY_MS = 500;
/** Maximum milliseconds from the first address to the end of a batch. */
const MAX_LINGER_MS = 10_000;

/**
 * Gathers an input into batches that are verified together. A batch ends with the input, at a
 * million addresses, half a second after the last address, or ten seconds after the first. A file
 * is therefore one batch, and a user who types addresses soon sees verdicts.
 *
 * @param incoming groups of addresses as they arrive
 * @param now milliseconds
 * @throws the input's error
 */
export async function* batchInput(
  incoming: AsyncIterable<readonly string[]>,
  now: () => number,
): AsyncGenerator<string[], void> {
  const arrivals = incoming[Symbol.asyncIterator]();
  function arrival(): Promise<IteratorResult<readonly string[], unknown>> {
    const result = arrivals.next();
    // Prevents an unhandled rejection: the failure is reported when the result is awaited, possibly
    // after the last batch.
    result.catch(() => {});
    return result;
  }

  for (let next = arrival(), ended = false; !ended;) {
    const batch: string[] = [];
    let lingerUntil = Infinity;
    while (batch.length < MAX_BATCH) {
      const quietMs = Math.min(PROMPT_DELAY_MS, lingerUntil - now());
      const some = await (batch.length === 0 ? next : withTimeout(quietMs, next));
      ended = some?.done === true;
      if (!some || some.done === true) break;
      if (batch.length === 0) lingerUntil = now() + MAX_LINGER_MS;
      for (const address of some.value) batch.push(address);
      next = arrival();
    }
    if (batch.length > 0) yield batch;
  }
}

/** Pause that ends a stream: long enough for a busy file, short for a waiting user. */
const STREAM_PAUSE_MS = 1000;

/**
 * Yields a stream until `signal` aborts or, after `deadline` (epoch milliseconds), until it pauses
 * for a second. After the deadline, input that is available is still read, but an idle source is
 * not awaited.
 */
export async function* takeUntilIdle<T>(
  stream: AsyncIterable<T>,
  deadline: number | undefined,
  signal: AbortSignal,
  now: () => number,
): AsyncGenerator<T, void> {
  const items = stream[Symbol.asyncIterator]();
  while (!signal.aborted) {
    const ms = deadline === undefined ? undefined : Math.max(0, deadline - now()) + STREAM_PAUSE_MS;
    const next = await withTimeout(ms, items.next(), signal);
    if (!next || next.done === true) return;
    yield next.value;
  }
}

/** Returns undefined after `ms` or when `signal` aborts. */
async function withTimeout<T>(
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
