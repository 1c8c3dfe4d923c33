import {
  createWriteStream,
  openAsBlob,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Client, type List, TamisError } from '@tamis/client';
import { readJson } from './read-json.ts';

/** The run that a command before this one began, kept beside the file that it writes. */
interface Run {
  readonly id: string;
  /** The file as it was, and what was said of it. */
  readonly asked: string;
}

export interface VerifyOptions {
  readonly output: string;
  readonly name?: string;
  readonly column?: number;
  readonly onProgress: (list: List) => void;
}

/** An upload that was cut off may have reached the store: its list tells so within this time. */
const ARRIVAL_MS = 20_000;

/** Whether the file of an earlier run has arrived, so that it need not be sent and paid again. */
async function hasArrived({ lists }: Client, id: string): Promise<boolean> {
  for (const deadline = Date.now() + ARRIVAL_MS; ;) {
    try {
      await lists.get(id);
      return true;
    } catch (error) {
      if (!(error instanceof TamisError) || error.code !== 'not_found') throw error;
    }
    if (Date.now() > deadline) return false;
    await new Promise((done) => setTimeout(done, 1000));
  }
}

/**
 * Verifies a file and writes the result, as a workbook where its name says so. The same command goes
 * on where one before it was cut off.
 * @throws TamisError
 */
export async function verifyFile(
  client: Client,
  path: string,
  given: VerifyOptions,
): Promise<List> {
  const { output, name, column, onProgress } = given;
  const file = resolve(path);
  const { size, mtimeMs } = statSync(file);
  const asked = JSON.stringify([file, size, mtimeMs, name, column]);
  const runFile = `${output}.run.json`;

  const before = readJson<Run>(runFile);
  let id = before?.asked === asked ? before.id : undefined;
  if (id === undefined || !(await hasArrived(client, id)))
    ({ id } = await client.lists.upload(await openAsBlob(file), {
      fileName: basename(file),
      ...(name !== undefined && { name }),
      ...(column !== undefined && { column }),
      onId: (announced) => {
        const run: Run = { id: announced, asked };
        writeFileSync(runFile, `${JSON.stringify(run)}\n`);
      },
    }));

  const list = await client.lists.waitFor(id, { onProgress });
  const format = output.toLowerCase().endsWith('.xlsx') ? 'xlsx' : 'csv';
  const { body } = await client.lists.download(id, { format });
  const part = `${output}.part`;
  // The types of the platform and of Node name the same streams.
  if (body) await pipeline(Readable.fromWeb(body as never), createWriteStream(part));
  renameSync(part, output);
  rmSync(runFile);
  return list;
}
