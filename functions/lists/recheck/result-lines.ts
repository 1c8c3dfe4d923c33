import type { Blobs } from '../../platform/s3/blobs.ts';
import { readResultIndex, readResultReplies } from '../result/result-rows.ts';
import { resultKey } from '../rules/blob-keys.ts';
import { RESULT_BOM } from '../rules/result/result-format.ts';
import type { PreviousResult, ResultLine } from '../rules/result/merge-recheck.ts';
import { ROWS_PER_BLOCK, type ResultIndex } from '../rules/result/result-index.ts';
import { BLOCK_BYTES, type RowRecords, parseRowRecords } from '../rules/result/row-records.ts';

/** Opens the result that a recheck updates. The lines of the result are read lazily. */
export async function readPreviousResult(blobs: Blobs, resultId: string): Promise<PreviousResult> {
  const index = await readResultIndex(blobs, resultId);
  const readPreamble = (kind: 'all' | 'unknown'): Promise<Uint8Array> => {
    const { offsets, bytes } = index.files[kind];
    return blobs.bytes(resultKey(resultId, kind), [
      Buffer.byteLength(RESULT_BOM),
      offsets[0] ?? bytes,
    ]);
  };
  return {
    index,
    replies: await readResultReplies(blobs, resultId),
    preamble: await readPreamble('all'),
    header: await readPreamble('unknown'),
    lines: readResultLines(blobs, resultId, index),
  };
}

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
      if (next.done) throw new Error('a result object is truncated');
      buffered = Buffer.concat([buffered, next.value]);
    }
    const piece = buffered.subarray(0, size);
    buffered = buffered.subarray(size);
    return piece;
  };
}
