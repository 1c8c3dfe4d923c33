import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** What is longer is no address and no reply: the rest of such a line is dropped. */
const MAX_LINE = 64 * 1024;

/**
 * Turns every line of `input` into one line of `output`, in order and at constant memory: `input` is
 * read no faster than `output` takes. A line ends with LF or CRLF, and nothing else is trimmed; a
 * byte order mark before the first is dropped. A reader that goes away ends the run quietly.
 *
 * @param toLine gets a line without its end and its number from 1; what it returns must hold no LF
 * @throws whatever reading and writing throw, except EPIPE
 */
export async function filterLines(
  input: Readable,
  output: Writable,
  toLine: (line: string, number: number) => string,
): Promise<void> {
  input.setEncoding('utf8');
  try {
    await pipeline(input, (chunks: AsyncIterable<string>) => convert(chunks, toLine), output);
  } catch (error) {
    if (!isBrokenPipe(error)) throw error;
  }
}

async function* convert(
  chunks: AsyncIterable<string>,
  toLine: (line: string, number: number) => string,
): AsyncGenerator<string> {
  let number = 0;
  let rest = '';
  const finish = (line: string): string => {
    number++;
    const text = number === 1 ? line.replace(/^\ufeff/, '') : line;
    return `${toLine(text.endsWith('\r') ? text.slice(0, -1) : text, number)}\n`;
  };
  for await (const chunk of chunks) {
    const lines = chunk.split('\n');
    const last = lines.pop() ?? '';
    let answers = '';
    for (const line of lines) {
      answers += finish(capped(rest, line));
      rest = '';
    }
    rest = capped(rest, last);
    if (answers) yield answers;
  }
  if (rest) yield finish(rest);
}

function capped(start: string, end: string): string {
  return start.length + end.length <= MAX_LINE ? start + end : (start + end).slice(0, MAX_LINE);
}

function isBrokenPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE';
}
