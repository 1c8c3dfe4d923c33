import { createHash } from 'node:crypto';
import { openAsBlob, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type Client, type List, TamisError } from '@tamis/client';
import { readJson } from './read-json.ts';
import { refuseMissingFolder, saveResult } from './save-result.ts';

/** The run that a command before this one began, kept beside the file that it writes. */
interface Run {
  readonly id: string;
  /** The file as it was, and what was said of it. */
  readonly asked: string;
}

export interface VerifyOptions {
  readonly output?: string;
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

/** What is sent, and by what it is known again. */
async function sourceOf(path: string) {
  if (path === '-') {
    const blob = new Blob([await buffer(process.stdin)]);
    const digest = createHash('sha256').update(new Uint8Array(await blob.arrayBuffer()));
    return { blob, fileName: 'stdin.csv', asked: [digest.digest('hex')] };
  }
  const file = resolve(path);
  const { size, mtimeMs } = statSync(file);
  return {
    blob: await openAsBlob(file),
    fileName: basename(file),
    asked: [file, size, mtimeMs],
  };
}

/**
 * Verifies a file, or the standard input for `-`, and writes the result. With an output file, the
 * same command goes on where one before it was cut off.
 * @throws TamisError
 */
export async function verifyFile(
  client: Client,
  path: string,
  given: VerifyOptions,
): Promise<List> {
  const { output, name, column, onProgress } = given;
  refuseMissingFolder(output);
  const { blob, fileName, ...source } = await sourceOf(path);
  const asked = JSON.stringify([...source.asked, name, column]);
  const runFile = output === undefined ? undefined : `${output}.run.json`;

  const before = runFile === undefined ? undefined : readJson<Run>(runFile);
  let id = before?.asked === asked ? before.id : undefined;
  if (id === undefined || !(await hasArrived(client, id)))
    ({ id } = await client.lists.upload(blob, {
      fileName,
      ...(name !== undefined && { name }),
      ...(column !== undefined && { column }),
      onId: (announced) => {
        const run: Run = { id: announced, asked };
        if (runFile !== undefined) writeFileSync(runFile, `${JSON.stringify(run)}\n`);
      },
    }));

  const list = await client.lists.waitFor(id, { onProgress });
  await saveResult(client, id, output);
  if (runFile !== undefined) rmSync(runFile);
  return list;
}
