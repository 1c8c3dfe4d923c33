import { BLANK_ROW, RESULT_START, headerLine, resultLine } from './result-format.ts';
import type { Manifest } from './manifest.ts';
import { isBlank, isBlankLine } from '../../../shared/list-file/scan.ts';
import type { VerdictSheet } from './verdict-sheet.ts';

const BUFFER_CHARACTERS = 64 * 1024;
const NO_VERDICT = { status: '', reason: '', suggestion: '' };

/**
 * The result of a list: every row of its source, in order, with the verdict of its address. Where
 * blank rows stand above the header, they still do.
 * `ordinals` is the rows object that ingest wrote from the same rows.
 */
export async function* resultLines(
  rows: AsyncIterable<readonly string[]>,
  ordinals: AsyncIterable<Uint8Array>,
  manifest: Pick<Manifest, 'reading' | 'columns' | 'header'>,
  sheet: VerdictSheet,
): AsyncGenerator<Uint8Array> {
  const shape = { separator: manifest.reading.separator, columns: manifest.columns };
  const numbers = numbersOf(ordinals);
  let batch = await numbers.next();
  let at = 0;
  let text = RESULT_START;
  let headerToCome = manifest.header;
  if (!headerToCome) text += headerLine(undefined, shape);
  for await (const row of rows) {
    if (!batch.done && at === batch.value.length) {
      batch = await numbers.next();
      at = 0;
    }
    const number = batch.done ? 0 : (batch.value[at] ?? 0);
    at += 1;
    if (headerToCome && !isBlank(row)) {
      text += headerLine(row, shape);
      headerToCome = false;
    } else if (isBlankLine(row)) {
      text += BLANK_ROW;
    } else {
      text += resultLine(row, number === 0 ? NO_VERDICT : sheet.at(number - 1), shape);
    }
    if (text.length < BUFFER_CHARACTERS) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
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
