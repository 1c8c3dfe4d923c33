import { Readable, pipeline } from 'node:stream';
import { type InfoRecord, parse } from 'csv-parse';
import type { VerdictStatus } from '../../../shared/model/verdict.ts';
import { RESULT_START, statusOfResultRow } from './csv/result.ts';

const QUOTE = '"'.charCodeAt(0);
const BUFFER_CHARACTERS = 64 * 1024;
/** A result begins with a quoted cell; what follows it parts the cells. */
const FIRST_CELL = /^"(?:[^"]|"")*"([;,\t|])/;

/** A row of a result as it is read and as it stands in the file. */
interface RawRow {
  readonly record: string[];
  readonly raw: string;
  readonly info?: InfoRecord;
}

/** The header of a result and its rows with one status, as they stand there. */
export async function* filterResult(
  result: AsyncIterable<Uint8Array>,
  status: VerdictStatus,
): AsyncGenerator<Uint8Array> {
  const { separator, whole } = await peekSeparator(result);
  const parser = parse({
    delimiter: separator,
    record_delimiter: '\r\n',
    raw: true,
    relax_column_count: true,
    skip_empty_lines: true,
  });
  pipeline(Readable.from(whole), parser, () => {});
  let text = RESULT_START;
  let header = true;
  for await (const { record, raw } of parser as AsyncIterable<RawRow>) {
    if (header || statusOfResultRow(record) === status) text += `${raw.trim()}\r\n`;
    header = false;
    if (text.length < BUFFER_CHARACTERS) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
}

/** What is left of the start of a result without its mark and blank rows, of which there may be millions. */
function fromFirstCell(chunk: Uint8Array): Uint8Array {
  const at = chunk.indexOf(QUOTE);
  return at < 0 ? new Uint8Array() : chunk.subarray(at);
}

async function peekSeparator(
  result: AsyncIterable<Uint8Array>,
): Promise<{ separator: string; whole: AsyncIterable<Uint8Array> }> {
  const chunks = result[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  let separator: string | undefined;
  while (separator === undefined) {
    const chunk = await chunks.next();
    if (chunk.done) throw new Error('a result has no header');
    head = Buffer.concat([head, head.length === 0 ? fromFirstCell(chunk.value) : chunk.value]);
    separator = FIRST_CELL.exec(head.toString())?.[1];
  }
  async function* whole(): AsyncGenerator<Uint8Array> {
    yield head;
    yield* { [Symbol.asyncIterator]: () => chunks };
  }
  return { separator, whole: whole() };
}
