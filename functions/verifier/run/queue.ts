/** First in, first out. What is in it is in it once. */
export interface Queue<T> {
  readonly size: number;
  add(item: T): void;
  delete(item: T): void;
  /** Takes the first out; undefined when there is none. */
  next(): T | undefined;
}

export function createQueue<T>(): Queue<T> {
  const items = new Set<T>();
  /** Goes on where it was: from the beginning it would pass all places that were emptied before. */
  let rest = items.values();
  return {
    get size() {
      return items.size;
    },
    add(item) {
      items.add(item);
      // One that stands still keeps all that was in the set since then.
      if (items.size === 1) rest = items.values();
    },
    delete: (item) => void items.delete(item),
    next() {
      while (items.size > 0) {
        const { done, value } = rest.next();
        if (!done) {
          items.delete(value);
          return value;
        }
        rest = items.values();
      }
      return undefined;
    },
  };
}
