/** Octets of a line that are shown. An address has at most 254, so what is cut is none. */
export const MAX_SHOWN = 512;

/**
 * The addresses on lines, without the space around them; blank lines are left out. What is longer
 * than `MAX_SHOWN` octets is cut there and ends with `…`.
 */
export async function* addressesOn(
  lines: AsyncIterable<readonly string[]>,
): AsyncGenerator<string[], void> {
  for await (const some of lines)
    yield some
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .map(shown);
}

/** A copy: part of another string, it would keep all of that in memory. */
function shown(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= MAX_SHOWN) return bytes.toString();
  // As a stream, so that half a character at the end is left out.
  const head = new TextDecoder().decode(bytes.subarray(0, MAX_SHOWN), { stream: true });
  return `${head.trimEnd()}…`;
}

/** Addresses of one batch, about: what fits into memory. */
const MAX_BATCH = 1_000_000;
/** A source that is quiet for so long has given all for now. */
const QUIET_MS = 500;
/** A source that is never quiet waits no longer than this. */
const MAX_LINGER_MS = 10_000;

/**
 * Gathers an input into the batches that are verified together. A batch ends with the input, at a
 * million addresses, half a second after the last address, or ten seconds after the first: a file
 * is one batch, and someone who types addresses sees verdicts as they come.
 *
 * @param incoming addresses as they arrive, some at a time
 * @param now milliseconds
 * @throws what the input throws
 */
export async function* inputBatches(
  incoming: AsyncIterable<readonly string[]>,
  now: () => number,
): AsyncGenerator<string[], void> {
  const arrivals = incoming[Symbol.asyncIterator]();
  function arrival(): Promise<IteratorResult<readonly string[], unknown>> {
    const result = arrivals.next();
    // A failure is reported when the result is awaited, which may be after the last batch is
    // verified.
    result.catch(() => {});
    return result;
  }

  for (let next = arrival(), ended = false; !ended;) {
    const batch: string[] = [];
    let until = Infinity;
    while (batch.length < MAX_BATCH) {
      const quietMs = Math.min(QUIET_MS, until - now());
      const some = await (batch.length === 0 ? next : within(quietMs, next));
      ended = some?.done === true;
      if (!some || some.done === true) break;
      if (batch.length === 0) until = now() + MAX_LINGER_MS;
      for (const address of some.value) batch.push(address);
      next = arrival();
    }
    if (batch.length > 0) yield batch;
  }
}

/** Long enough for a busy file, short for someone who waits for the end. */
const PAUSE_MS = 1000;

/**
 * A stream until `signal` aborts or, after `deadline` (epoch milliseconds), until it pauses for a
 * second: what is at hand at the deadline is read, but nobody waits for an idle source.
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

/** What a promise resolves to, or undefined after `ms` or when `signal` aborts. */
async function within<T>(
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
