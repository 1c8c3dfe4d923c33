import { createBell } from './bell.ts';

/**
 * Cuts an input into arrays of at most `size`. A source that is slow to fill one is not waited for
 * longer than `lingerMs` after its first item, nor when nothing came for `quietMs`. Reads no further
 * ahead than one batch.
 */
export function batches<T>(
  source: Iterable<T> | AsyncIterable<T>,
  size: number,
  lingerMs: number,
  quietMs = lingerMs,
): AsyncGenerator<T[], void> {
  return Symbol.asyncIterator in source
    ? fromSlow(source, size, lingerMs, quietMs)
    : fromReady(source, size);
}

/** What is at hand need not be waited for, item by item. */
async function* fromReady<T>(source: Iterable<T>, size: number): AsyncGenerator<T[], void> {
  let batch: T[] = [];
  try {
    for (const item of source) {
      if (batch.push(item) < size) continue;
      yield batch;
      batch = [];
    }
  } catch (error) {
    // What came before a source broke counts.
    if (batch.length > 0) yield batch;
    throw error;
  }
  if (batch.length > 0) yield batch;
}

async function* fromSlow<T>(
  source: AsyncIterable<T>,
  size: number,
  lingerMs: number,
  quietMs: number,
): AsyncGenerator<T[], void> {
  const more = createBell();
  const room = createBell();
  const intake = { buffer: [] as T[], ended: false, cancelled: false };
  let failure: { error: unknown } | undefined;

  async function read(): Promise<void> {
    try {
      for await (const item of source) {
        if (intake.cancelled) return;
        intake.buffer.push(item);
        if (intake.buffer.length === 1 || intake.buffer.length >= size) more.ring();
        if (intake.buffer.length >= size) await room.heard();
      }
    } catch (error) {
      failure = { error };
    }
    intake.ended = true;
    more.ring();
  }

  /** Resolves when the batch is full, or is not worth waiting for. */
  async function filled(): Promise<void> {
    let before = 0;
    for (let waited = 0; waited < lingerMs; waited += quietMs) {
      const { length } = intake.buffer;
      if (length === before || length >= size || intake.ended) return;
      before = length;
      await more.heard(quietMs);
    }
  }

  void read();
  try {
    for (;;) {
      if (intake.buffer.length === 0 && !intake.ended) await more.heard();
      await filled();
      const batch = intake.buffer;
      intake.buffer = [];
      room.ring();
      if (batch.length > 0) yield batch;
      if (failure) throw failure.error;
      if (intake.ended && intake.buffer.length === 0) return;
    }
  } finally {
    intake.cancelled = true;
    room.ring();
  }
}
