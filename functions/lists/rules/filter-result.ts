import { readRows } from '../../../shared/list-file/rows.ts';
import type { VerdictStatus } from '../../../shared/model/verdict.ts';
import { RESULT_START, copiedLine, statusOfResultRow } from './result-format.ts';

const QUOTE = '"'.charCodeAt(0);
const BUFFER_CHARACTERS = 64 * 1024;
const SEPARATORS = [';', ',', '\t', '|'] as const;
/** A result begins with a quoted cell; what follows it parts the cells. */
const FIRST_CELL = /^"(?:[^"]|"")*"([;,\t|])/;

/** The header of a result and its rows with one status, as they stand there. */
export async function* filterResult(
  result: AsyncIterable<Uint8Array>,
  status: VerdictStatus,
): AsyncGenerator<Uint8Array> {
  const { separator, whole } = await peekSeparator(result);
  const reading = { encoding: 'utf-8', separator, quotes: 'strict', skip: 0 } as const;
  let text = RESULT_START;
  let header = true;
  // A result may be longer than its list, row by row: every cell is quoted.
  for await (const cells of readRows(whole, reading, Number.POSITIVE_INFINITY)) {
    if (header || statusOfResultRow(cells) === status) text += copiedLine(cells, separator);
    header = false;
    if (text.length < BUFFER_CHARACTERS) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
}

/** The start of a result without its mark and blank rows, which may be millions. */
function fromFirstCell(chunk: Uint8Array): Uint8Array {
  const at = chunk.indexOf(QUOTE);
  return at < 0 ? new Uint8Array() : chunk.subarray(at);
}

async function peekSeparator(result: AsyncIterable<Uint8Array>) {
  const chunks = result[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  let separator: (typeof SEPARATORS)[number] | undefined;
  while (separator === undefined) {
    const chunk = await chunks.next();
    if (chunk.done) throw new Error('a result has no header');
    head = Buffer.concat([head, head.length === 0 ? fromFirstCell(chunk.value) : chunk.value]);
    const behind = FIRST_CELL.exec(head.toString())?.[1];
    separator = SEPARATORS.find((each) => each === behind);
  }
  async function* whole(): AsyncGenerator<Uint8Array> {
    yield head;
    yield* { [Symbol.asyncIterator]: () => chunks };
  }
  return { separator, whole: whole() };
}
