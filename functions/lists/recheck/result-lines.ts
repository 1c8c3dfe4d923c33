import type { Blobs } from '../../platform/s3/blobs.ts';
import { readResultLines } from '../result/read-result-lines.ts';
import { readResultIndex, readResultReplies } from '../result/result-rows.ts';
import { resultKey } from '../rules/blob-keys.ts';
import { RESULT_BOM } from '../rules/result/result-format.ts';
import type { PreviousResult } from '../rules/result/merge-recheck.ts';

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
