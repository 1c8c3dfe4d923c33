import { createWriteStream, existsSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client } from '@tamis/client';

/** @throws where the result could not be written there in the end */
export function refuseMissingFolder(output: string | undefined): void {
  if (output !== undefined && !existsSync(dirname(output)))
    throw new Error(`The folder of ${output} does not exist.`);
}

/**
 * Writes the result of a list, as a workbook where the name says so; the file has its name only
 * once it is whole.
 * @param output without one, the standard output
 */
export async function saveResult(client: Client, id: string, output?: string): Promise<void> {
  refuseMissingFolder(output);
  const format = output?.toLowerCase().endsWith('.xlsx') ? 'xlsx' : 'csv';
  const { body } = await client.lists.download(id, { format });
  if (!body) throw new Error('The result has no content.');
  // The types of the platform and of Node name the same streams.
  const source = Readable.fromWeb(body as never);
  if (output === undefined) return pipeline(source, process.stdout, { end: false });
  const part = `${output}.part`;
  await pipeline(source, createWriteStream(part));
  renameSync(part, output);
}
