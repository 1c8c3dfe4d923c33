import { within } from '../within.ts';

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
