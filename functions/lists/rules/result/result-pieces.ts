import { isBlankRow, isBlankLine } from '../../../../shared/list-file/scan.ts';
import { addressOfText } from '../../../../shared/list-file/text-separator.ts';
import { hashDomainOfCell } from '../domain-of-cell.ts';
import type { Manifest } from '../manifest.ts';
import { withFlag } from '../row-facts.ts';
import { type ResultPiece, createLineEncoder } from './result-file.ts';
import {
  BLANK_ROW,
  formatHeaderLine,
  formatResultLine,
  resultSeparatorFor,
} from './result-format.ts';
import { mapResultKinds, createResultWriter } from './result-writer.ts';
import type { BreakdownBuilder } from '../breakdown.ts';
import type { VerdictTable } from './verdict-table.ts';

/**
 * Generates the result of a list in one pass over its source: `all`, with every row in order and
 * the verdict of its address; one file per verdict with the matching lines; the records of the
 * rows; and finally the replies and the index. Blank rows and titles above the header are kept in
 * `all`.
 * @param ordinals the rows object that ingest wrote from the same rows
 */
export async function* generateResultPieces(
  rows: AsyncIterable<readonly string[]>,
  ordinals: AsyncIterable<Uint8Array>,
  manifest: Pick<Manifest, 'reading' | 'columns' | 'header' | 'titles'>,
  table: VerdictTable,
  breakdown: Pick<BreakdownBuilder, 'add' | 'providers'>,
): AsyncGenerator<ResultPiece> {
  const separator = resultSeparatorFor(manifest.reading);
  const { column } = manifest.reading;
  const shape = { separator, columns: manifest.columns };
  const writer = createResultWriter(separator, column);
  const encode = createLineEncoder();
  const addHeader = (header?: readonly string[]): void => {
    const line = encode(formatHeaderLine(header, shape, column));
    mapResultKinds((kind) => writer.addLine(kind, line));
  };

  const numbers = readUint32s(ordinals);
  let batch = await numbers.next();
  let at = 0;
  let headerPending = manifest.header;
  let titlesRemaining = manifest.titles ?? 0;
  /** The number of distinct addresses so far. Ordinals follow the order of first occurrence. */
  let addressCount = 0;
  if (!headerPending) addHeader();
  for await (const row of rows) {
    if (!batch.done && at === batch.value.length) {
      batch = await numbers.next();
      at = 0;
    }
    const number = batch.done ? 0 : (batch.value[at] ?? 0);
    at += 1;
    if (headerPending && !isBlankRow(row)) {
      if (titlesRemaining === 0) {
        addHeader(row);
        headerPending = false;
        continue;
      }
      titlesRemaining -= 1;
    }
    const address = number === 0 ? '' : addressOfText(row[column] ?? '', manifest.reading.cut);
    const answer = number === 0 ? undefined : table.at(number - 1, address);
    const verdict =
      answer && number <= addressCount
        ? { ...answer, flags: withFlag(answer.flags, 'repeated', true) }
        : answer;
    const line = encode(isBlankLine(row) ? BLANK_ROW : formatResultLine(row, verdict, shape));
    const hash = verdict && verdict.reason !== 'bad_syntax' ? hashDomainOfCell(address) : 0;
    if (headerPending) writer.addLine('all', line);
    else writer.addRow(line, verdict, hash);
    if (verdict && number > addressCount) {
      addressCount = number;
      breakdown.add(address, hash, verdict);
    }
    if (writer.isFull()) yield* writer.take();
  }
  yield* writer.end(table, breakdown.providers(table.providers));
}

/** Reads little-endian 32-bit numbers in batches; a number may span two chunks. */
export async function* readUint32s(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint32Array> {
  let remainder = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = remainder.length > 0 ? Buffer.concat([remainder, chunk]) : Buffer.from(chunk);
    const wholeBytes = bytes.length - (bytes.length % 4);
    remainder = Buffer.from(bytes.subarray(wholeBytes));
    if (wholeBytes === 0) continue;
    const numbers = new Uint32Array(wholeBytes / 4);
    for (let index = 0; index < numbers.length; index += 1)
      numbers[index] = bytes.readUInt32LE(index * 4);
    yield numbers;
  }
}
