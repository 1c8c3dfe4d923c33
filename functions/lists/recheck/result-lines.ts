import type { Blobs } from '../../platform/s3/blobs.ts';
import { readIndex, readReplies } from '../result/result-rows.ts';
import { resultKey } from '../rules/blob-keys.ts';
import { RESULT_START } from '../rules/result/result-format.ts';
import type { PreviousResult, ResultLine } from '../rules/result/rechecked-pieces.ts';
import { INDEXED_ROWS, type ResultIndex } from '../rules/result/result-index.ts';
import { BLOCK_BYTES, type RowRecords, readRecords } from '../rules/result/row-records.ts';

/** Opens the result that a recheck builds on. */
export async function readPreviousResult(blobs: Blobs, resultId: string): Promise<PreviousResult> {
  const index = await readIndex(blobs, resultId);
  const aboveRows = (kind: 'all' | 'unknown'): Promise<Uint8Array> => {
    const { offsets, bytes } = index.files[kind];
    return blobs.bytes(resultKey(resultId, kind), [
      Buffer.byteLength(RESULT_START),
      offsets[0] ?? bytes,
    ]);
  };
  return {
    index,
    replies: await readReplies(blobs, resultId),
    above: await aboveRows('all'),
    header: await aboveRows('unknown'),
    lines: resultLines(blobs, resultId, index),
  };
}

/** Every line of a result from the first row on, in order, in constant memory. */
export async function* resultLines(
  blobs: Pick<Blobs, 'read'>,
  resultId: string,
  { files: { all } }: ResultIndex,
): AsyncGenerator<ResultLine> {
  const text = inPieces(blobs.read(resultKey(resultId, 'all')));
  const blocks = inPieces(blobs.read(resultKey(resultId, 'rows')));
  await text(all.offsets[0] ?? all.bytes);
  let records: RowRecords | undefined;
  for (let row = 0; row < all.rows; row += 1) {
    const place = row % INDEXED_ROWS;
    if (place === 0 || !records) records = readRecords(await blocks(BLOCK_BYTES));
    yield { line: await text(records.lengths[place] ?? 0), records, place };
  }
}

/** Reads exactly `size` bytes at a time, however the input is chunked. Throws if it ends early. */
function inPieces(chunks: AsyncIterable<Uint8Array>): (size: number) => Promise<Buffer> {
  const iterator = chunks[Symbol.asyncIterator]();
  let rest = Buffer.alloc(0);
  return async (size) => {
    while (rest.length < size) {
      const next = await iterator.next();
      if (next.done) throw new Error('an object of a result ends too soon');
      rest = Buffer.concat([rest, next.value]);
    }
    const piece = rest.subarray(0, size);
    rest = rest.subarray(size);
    return piece;
  };
}
