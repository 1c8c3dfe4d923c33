import { within } from './pause.ts';

/** A part of the input: asked as it comes, or so many at once that they had better be ordered before. */
export type Lot =
  | { many: false; addresses: AsyncIterable<string> }
  | { many: true; batches: AsyncIterable<readonly string[]> };

/** So many addresses that come at once are brought into the order of their domains first. */
export const MANY = 16_384;

/** A source that was fast and fills no batch for so long has given all for now. */
const PATIENCE_MS = 10_000;
/** Addresses of a lot. */
const MOST = 10_000_000;

/**
 * Tells an input that comes as fast as it is read, such as a file, from one that comes as it arises: a
 * first batch that is full says so. What is fast is one lot up to its end or a long pause, what is not
 * is asked as it comes from then on. Each lot is to be read to its end before the next is asked for.
 *
 * @param batches of at most `size`
 * @param now in milliseconds
 */
export async function* lotsOf(
  batches: AsyncIterator<string[], unknown>,
  size: number,
  now: () => number,
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
    let until = now() + PATIENCE_MS;
    for (let read = 0; read < MOST;) {
      const got = await within(Math.max(0, until - now()), next);
      if (!got || got.done === true) return;
      next = fetched();
      read += got.value.length;
      if (got.value.length >= size) until = now() + PATIENCE_MS;
      yield got.value;
    }
  }

  for (let got = await next; got.done !== true; got = await next) {
    yield got.value.length < size
      ? { many: false, addresses: few() }
      : { many: true, batches: many() };
  }
}
