import { randomUUID } from 'node:crypto';
import { accessSync, constants, createWriteStream, existsSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client, DownloadOptions } from '@tamis/client';
import { InvalidArgumentError, Option } from 'commander';
import { escapeControlCharacters } from './escape-control-characters.ts';

export const resultFileOption = (): Option =>
  new Option('-o, --output <file>', 'a .csv or .xlsx file; standard output by default').argParser(
    (file) => {
      if (/\.(csv|xlsx)$/i.test(file)) return file;
      throw new InvalidArgumentError('It must be a .csv or .xlsx file.');
    },
  );

/** Checks the folder before any credits are spent. @throws if it is missing or not writable */
export function assertFolderWritable(output: string | undefined): void {
  if (output === undefined) return;
  const folder = dirname(output);
  if (!existsSync(folder)) throw new Error(`The folder of ${output} does not exist.`);
  accessSync(folder, constants.W_OK);
}

/**
 * Writes the result of a list, as a workbook if the file name ends in `.xlsx`. The file only gets
 * this name once it is complete.
 * @param output file name; standard output if omitted
 */
export async function saveResult(
  client: Client,
  id: string,
  output?: string,
  filter: DownloadOptions = {},
): Promise<void> {
  assertFolderWritable(output);
  const format = output?.toLowerCase().endsWith('.xlsx') ? 'xlsx' : 'csv';
  const { body } = await client.lists.download(id, { ...filter, format });
  if (!body) throw new Error('The result has no content.');
  // TypeScript declares this stream type twice, for the DOM and for Node.
  const source = Readable.fromWeb(body as never);
  if (output === undefined) {
    const shown = process.stdout.isTTY ? escapeChunks(source.setEncoding('utf8')) : source;
    return pipeline(shown, process.stdout, { end: false });
  }
  // A unique name, because another command may be saving the same result.
  const partialFile = `${output}.${randomUUID()}.part`;
  try {
    await pipeline(source, createWriteStream(partialFile));
    renameSync(partialFile, output);
  } finally {
    rmSync(partialFile, { force: true });
  }
}

/** Escapes a result for a terminal. Removes carriage returns, so that CRLF is not escaped. */
async function* escapeChunks(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const chunk of chunks) yield escapeControlCharacters(chunk.replaceAll('\r', ''));
}
