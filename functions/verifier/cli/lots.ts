import { within } from './pause.ts';

/** A part of the input: asked as it comes, or so many at once that they had better be ordered before. */
export type Lot =
  | { many: false; addresses: AsyncIterable<string> }
  | { many: true; batches: AsyncIterable<readonly string[]> };

/** So many addresses that come at once are brought into the order of their domains first. */
export const MANY = 16_384;

/** A source that was fast and gives nothing for so long has given all for now. */
const PAUSE_MS = 10_000;
/** Full batches of a lot: ten millions of addresses. */
const MOST = 640;

/**
 * Tells an input that comes as fast as it is read, such as a file, from one that comes as it arises: a
 * first batch that is full says so. What is fast is one lot up to its end or to a pause, what is not
 * is asked as it comes from then on. Each lot is to be read to its end before the next is asked for.
 *
 * @param batches of at most `size`
 */
export async function* lotsOf(
  batches: AsyncIterator<string[], unknown>,
  size: number,
): AsyncGenerator<Lot, void> {
  const fetched = (): Promise<IteratorResult<string[], unknown>> => {
    const result = batches.next();
    // Whoever comes to it hears of a failure, and nobody has to.
    result.catch(() => {});
    return result;
  };
  let next = fetched();

  async function* few(): AsyncGenerator<string, void> {
    for (let got = await next; got.done !== true; got = await next) {
      next = fetched();
      yield* got.value;
    }
  }

  async function* many(): AsyncGenerator<string[], void> {
    for (let full = 0; full < MOST; full += 1) {
      const got = await within(PAUSE_MS, next);
      if (!got || got.done === true) return;
      next = fetched();
      yield got.value;
      if (got.value.length < size) return;
    }
  }

  for (let got = await next; got.done !== true; got = await next) {
    yield got.value.length < size
      ? { many: false, addresses: few() }
      : { many: true, batches: many() };
  }
}
