import type { Blobs } from '../../platform/s3/blobs.ts';
import { resultKey } from '../rules/blob-keys.ts';
import type { ResultLine } from '../rules/result/merge-recheck.ts';
import { ROWS_PER_BLOCK, type ResultIndex } from '../rules/result/result-index.ts';
import { BLOCK_BYTES, type RowRecords, parseRowRecords } from '../rules/result/row-records.ts';

/** Yields every row of a result as a line, in order, in constant memory. */
export async function* readResultLines(
  blobs: Pick<Blobs, 'read'>,
  resultId: string,
  { files: { all } }: ResultIndex,
): AsyncGenerator<ResultLine> {
  const readText = createExactReader(blobs.read(resultKey(resultId, 'all')));
  const readBlock = createExactReader(blobs.read(resultKey(resultId, 'rows')));
  await readText(all.offsets[0] ?? all.bytes);
  let records: RowRecords | undefined;
  for (let row = 0; row < all.rows; row += 1) {
    const recordIndex = row % ROWS_PER_BLOCK;
    if (recordIndex === 0 || !records) records = parseRowRecords(await readBlock(BLOCK_BYTES));
    yield { line: await readText(records.lengths[recordIndex] ?? 0), records, recordIndex };
  }
}

/** Returns a function that reads exactly `size` bytes, and throws if the input ends early. */
function createExactReader(chunks: AsyncIterable<Uint8Array>): (size: number) => Promise<Buffer> {
  const iterator = chunks[Symbol.asyncIterator]();
  let buffered = Buffer.alloc(0);
  return async (size) => {
    while (buffered.length < size) {
      const next = await iterator.next();
      if (next.done) throw new Error('truncated result');
      buffered = Buffer.concat([buffered, next.value]);
    }
    const piece = buffered.subarray(0, size);
    buffered = buffered.subarray(size);
    return piece;
  };
}
