import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readLines, messageOf, standardInput } from './lines.ts';

export async function runLineMapper(program: {
  help: string;
  toLine: (line: string, number: number) => string;
}): Promise<void> {
  const options = process.argv.slice(2);
  const unexpectedOption = options.find((option) => option !== '--help' && option !== '-h');
  if (unexpectedOption !== undefined) {
    process.stderr.write(`${unexpectedOption}: input comes on standard input only; see --help\n`);
    process.exitCode = 2;
    return;
  }
  try {
    if (options.length > 0) process.stdout.write(program.help);
    else await mapLines(standardInput(), process.stdout, program.toLine);
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exitCode = 1;
  }
}

/**
 * Converts every line of `input` to one line of `output`, in order and with constant memory:
 * `input` is read no faster than `output` accepts data. A line ends with LF or CRLF, and nothing
 * else is trimmed; a leading byte order mark is dropped. A closed `output` stops the run without an
 * error.
 *
 * @param toLine gets a line without its line end, and its number from 1; returns one without LF
 * @throws any error of reading and writing, except EPIPE
 */
export async function mapLines(
  input: Readable,
  output: Writable,
  toLine: (line: string, number: number) => string,
): Promise<void> {
  async function* answers(): AsyncGenerator<string> {
    let number = 0;
    for await (const lines of readLines(input))
      yield lines.map((line) => `${toLine(line, (number += 1))}\n`).join('');
  }
  try {
    await pipeline(answers, output);
  } catch (error) {
    if (!isBrokenPipe(error)) throw error;
  }
}

function isBrokenPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE';
}
