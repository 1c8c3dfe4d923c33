import { within } from '../within.ts';

/** Addresses of one batch, about: what fits into memory. */
const MOST = 1_000_000;
/** A source that is quiet for so long has given all for now. */
const QUIET_MS = 500;
/** A source that is never quiet waits no longer than this. */
const LINGER_MS = 10_000;

/**
 * Gathers an input into the batches that are verified together. A batch ends with the input, at a
 * million addresses, half a second after the last address, or ten seconds after the first: a file is
 * one batch, and someone who types addresses is answered as they come.
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
    // A failure is reported when the result is awaited, which may be after the last batch is verified.
    result.catch(() => {});
    return result;
  }

  for (let next = arrival(), ended = false; !ended;) {
    const batch: string[] = [];
    let until = Infinity;
    while (batch.length < MOST) {
      const quietMs = Math.min(QUIET_MS, until - now());
      const some = await (batch.length === 0 ? next : within(quietMs, next));
      ended = some?.done === true;
      if (!some || some.done === true) break;
      if (batch.length === 0) until = now() + LINGER_MS;
      for (const address of some.value) batch.push(address);
      next = arrival();
    }
    if (batch.length > 0) yield batch;
  }
}
