import type { Blobs } from '../../functions/platform/s3/blobs.ts';
import { writeTogether } from '../../functions/platform/s3/write-together.ts';
import {
  KIND_OF,
  manifestKey,
  partKey,
  resultKey,
  rowsKey,
  sourceKey,
} from '../../functions/lists/rules/blob-keys.ts';
import { readManifest } from '../../functions/lists/rules/manifest.ts';
import {
  type ResultPiece,
  createEncoder,
  createResultFile,
} from '../../functions/lists/result/rules/result-file.ts';
import {
  headerLine,
  resultLine,
  separatorOf,
} from '../../functions/lists/result/rules/result-format.ts';
import { numbersOf } from '../../functions/lists/result/rules/result-pieces.ts';
import { byKind } from '../../functions/lists/result/rules/result-writer.ts';
import { rootTask } from '../../functions/lists/rules/task-id.ts';
import { createVerdictSheet } from '../../functions/lists/result/rules/verdict-sheet.ts';
import { readRows } from '../../shared/list-file/rows.ts';

/** The parts of a run whose verdicts have nothing beside status and reason. */
export const PLAIN_RUN = 'plain';

interface ReadList {
  readonly listId: string;
  readonly readRun: string;
}

/**
 * The files of a result without what its index needs: no records of rows, no shares, nothing that
 * was said. What finishing takes above this, the index costs.
 * @param list one with a header and no blank row
 */
export async function writePlainResult(blobs: Blobs, list: ReadList): Promise<void> {
  const manifest = readManifest(await blobs.bytes(manifestKey(list)));
  const sheet = createVerdictSheet(manifest.total);
  const keys = manifest.tasks.map((_, at) => partKey(list.listId, rootTask(at), PLAIN_RUN));
  for (let at = 0; at < keys.length; at += 16) {
    const parts = keys.slice(at, at + 16).map((key) => blobs.bytes(key));
    for (const part of await Promise.all(parts)) sheet.take(Buffer.from(part).toString());
  }
  await writeTogether(
    blobs,
    (name) => resultKey(`${list.listId}-plain`, name),
    plainPieces(
      readRows(blobs.read(sourceKey(list)), manifest.reading),
      blobs.read(rowsKey(list)),
      manifest,
      sheet,
    ),
  );
}

async function* plainPieces(
  rows: AsyncIterable<readonly string[]>,
  ordinals: AsyncIterable<Uint8Array>,
  { reading, columns }: ReturnType<typeof readManifest>,
  sheet: ReturnType<typeof createVerdictSheet>,
): AsyncGenerator<ResultPiece> {
  let ready: ResultPiece[] = [];
  const files = byKind((kind) => createResultFile(kind, (piece) => ready.push(piece)));
  const encode = createEncoder();
  const shape = { separator: separatorOf(reading), columns };
  const numbers = numbersOf(ordinals);
  let batch = new Uint32Array();
  let at = 0;
  let hasHeader = false;
  for await (const row of rows) {
    if (at === batch.length) {
      batch = (await numbers.next()).value ?? new Uint32Array();
      at = 0;
    }
    const number = batch[at] ?? 0;
    at += 1;
    if (!hasHeader) {
      const line = encode(headerLine(row, shape, reading.column));
      byKind((kind) => files[kind].addLine(line));
      hasHeader = true;
      continue;
    }
    const verdict = number === 0 ? undefined : sheet.at(number - 1);
    const line = encode(resultLine(row, verdict, shape));
    files.all.addRow(line);
    if (verdict) files[KIND_OF[verdict.status]].addRow(line);
    if (ready.length === 0) continue;
    yield* ready;
    ready = [];
  }
  byKind((kind) => files[kind].end());
  yield* ready;
}
