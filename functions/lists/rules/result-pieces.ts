import { isBlank, isBlankLine } from '../../../shared/list-file/scan.ts';
import { KIND_OF, type ResultKind } from './blob-keys.ts';
import type { Manifest } from './manifest.ts';
import { type ResultPiece, createEncoder, createResultFile } from './result-file.ts';
import {
  BLANK_ROW,
  type RowVerdict,
  headerLine,
  resultLine,
  separatorOf,
} from './result-format.ts';
import type { ResultIndex, RowCounts } from './result-index.ts';
import type { VerdictSheet } from './verdict-sheet.ts';

const byKind = <T>(make: (kind: ResultKind) => T): Record<ResultKind, T> => ({
  all: make('all'),
  valid: make('valid'),
  invalid: make('invalid'),
  risky: make('risky'),
  unknown: make('unknown'),
});

/**
 * The result of a list, in one pass over its source: `all`, which has every row in order with the
 * verdict of its address; for each verdict a file of its rows as they stand there; at the end the
 * index of these files. Where blank rows stand above the header, they still do in `all`.
 * `ordinals` is the rows object that ingest wrote from the same rows.
 */
export async function* resultPieces(
  rows: AsyncIterable<readonly string[]>,
  ordinals: AsyncIterable<Uint8Array>,
  manifest: Pick<Manifest, 'reading' | 'columns' | 'header'>,
  sheet: VerdictSheet,
): AsyncGenerator<ResultPiece> {
  const separator = separatorOf(manifest.reading);
  const shape = { separator, columns: manifest.columns };
  let ready: ResultPiece[] = [];
  const files = byKind((kind) => createResultFile(kind, (piece) => ready.push(piece)));
  const encode = createEncoder();
  const counts: RowCounts = {};
  const addHeader = (header?: readonly string[]): void => {
    const line = encode(headerLine(header, shape));
    byKind((kind) => files[kind].addLine(line));
  };
  const addToPart = (line: Uint8Array, { status, reason }: RowVerdict): void => {
    files[KIND_OF[status]].addRow(line);
    const ofStatus = (counts[status] ??= {});
    ofStatus[reason] = (ofStatus[reason] ?? 0) + 1;
  };

  const numbers = numbersOf(ordinals);
  let batch = await numbers.next();
  let at = 0;
  let headerToCome = manifest.header;
  if (!headerToCome) addHeader();
  for await (const row of rows) {
    if (!batch.done && at === batch.value.length) {
      batch = await numbers.next();
      at = 0;
    }
    const number = batch.done ? 0 : (batch.value[at] ?? 0);
    at += 1;
    if (headerToCome && !isBlank(row)) {
      addHeader(row);
      headerToCome = false;
      continue;
    }
    const verdict = number === 0 ? undefined : sheet.at(number - 1);
    const line = encode(isBlankLine(row) ? BLANK_ROW : resultLine(row, verdict, shape));
    if (headerToCome) files.all.addLine(line);
    else files.all.addRow(line);
    if (verdict) addToPart(line, verdict);
    if (ready.length === 0) continue;
    yield* ready;
    ready = [];
  }
  const index: ResultIndex = {
    version: 1,
    separator,
    counts,
    files: byKind((kind) => files[kind].end()),
  };
  yield* ready;
  yield ['index', Buffer.from(JSON.stringify(index))];
}

/** Little-endian numbers of four bytes, in batches; a number may lie across two chunks. */
async function* numbersOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint32Array> {
  let rest = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : Buffer.from(chunk);
    const whole = bytes.length - (bytes.length % 4);
    rest = Buffer.from(bytes.subarray(whole));
    if (whole === 0) continue;
    const numbers = new Uint32Array(whole / 4);
    for (let place = 0; place < numbers.length; place += 1)
      numbers[place] = bytes.readUInt32LE(place * 4);
    yield numbers;
  }
}
