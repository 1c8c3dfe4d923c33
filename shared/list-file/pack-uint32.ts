const BATCH_NUMBERS = 16 * 1024;

/** Packs numbers into 32 bits each, in native byte order: our platforms are all little-endian. */
export async function* packUint32(numbers: AsyncIterable<number>): AsyncGenerator<Uint8Array> {
  let batch = new Uint32Array(BATCH_NUMBERS);
  let used = 0;
  for await (const number of numbers) {
    batch[used] = number;
    used += 1;
    if (used < BATCH_NUMBERS) continue;
    yield new Uint8Array(batch.buffer);
    batch = new Uint32Array(BATCH_NUMBERS);
    used = 0;
  }
  yield new Uint8Array(batch.buffer, 0, used * 4);
}
