import { createHash, randomUUID } from 'node:crypto';
import { existsSync, rmSync, statSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { type Client, type List, TamisError } from '@tamis/client';
import { readJson, writeJson } from './json-file.ts';
import { openFile } from './open-file.ts';
import { assertFolderWritable, saveResult } from './save-result.ts';

/** An unfinished run of an earlier command, stored next to its output file. */
interface Run {
  /** Idempotency key: sending the upload again returns the same list, charged once. */
  readonly key: string;
  /** Fingerprint of the file and the options, to detect whether the command is the same. */
  readonly asked: string;
}

/** Thrown if the file already has a result, because verifying it again would cost credits again. */
export class ResultExistsError extends Error {}

export interface VerifyOptions {
  readonly output?: string;
  readonly name?: string;
  readonly column?: number;
  readonly encoding?: string;
  readonly strict?: boolean;
  readonly separator?: string;
  readonly asIs?: boolean;
  readonly again?: boolean;
  readonly confirmAgain?: () => Promise<boolean>;
  readonly onProgress: (list: List) => void;
  /** Called with the number of bytes of a large file sent so far. */
  readonly onSent?: (bytes: number, size: number) => void;
}

async function openSource(path: string) {
  if (path === '-') {
    const blob = new Blob([await buffer(process.stdin)]);
    const digest = createHash('sha256').update(new Uint8Array(await blob.arrayBuffer()));
    return { blob, fileName: 'stdin.csv', asked: [digest.digest('hex')], mtimeMs: 0 };
  }
  const { file, stats, ...opened } = await openFile(path);
  const { size, mtimeMs } = stats;
  return { ...opened, asked: [file, size, mtimeMs], mtimeMs };
}

/**
 * Verifies a file, or standard input for `-`, and writes the result. With an output file, the same
 * command resumes an interrupted run.
 * @throws TamisError; ResultExistsError if the output is newer than the file, unless confirmed
 */
export async function verifyFile(
  client: Client,
  path: string,
  options: VerifyOptions,
): Promise<List> {
  const { output, name, column, encoding, strict, separator, asIs, again } = options;
  const { onProgress, onSent } = options;
  assertFolderWritable(output);
  const { blob, fileName, ...source } = await openSource(path);
  const fingerprint = JSON.stringify([
    ...source.asked,
    name,
    column,
    encoding,
    strict,
    ...[separator, asIs].filter((hint) => hint !== undefined),
  ]);
  const runFile = output === undefined ? undefined : `${output}.run.json`;

  const send = (key: string): Promise<List> => {
    const run: Run = { key, asked: fingerprint };
    if (runFile !== undefined) writeJson(runFile, run);
    return client.lists.upload(blob, {
      fileName,
      name,
      column,
      encoding,
      strict,
      separator,
      asIs,
      idempotencyKey: key,
      onProgress: (bytes) => onSent?.(bytes, blob.size),
    });
  };
  const previousRun = runFile === undefined ? undefined : readJson<Run>(runFile);
  const key = previousRun?.asked === fingerprint ? previousRun.key : undefined;
  const hasResult =
    output !== undefined && existsSync(output) && statSync(output).mtimeMs >= source.mtimeMs;
  if (hasResult && key === undefined && !again && !(await options.confirmAgain?.()))
    throw new ResultExistsError(
      `${output} is newer than the file. With --again, the file is verified and charged again.`,
    );
  const sent = await send(key ?? randomUUID()).catch((error: unknown) => {
    // The list of the earlier run has been deleted, so its key can no longer be used.
    if (error instanceof TamisError && error.code === 'request_reused') return send(randomUUID());
    throw error;
  });
  onProgress(sent);
  const { id } = sent;
  const endRun = (): void => {
    // The same command may have run in another terminal, and may have deleted the file already.
    if (runFile !== undefined) rmSync(runFile, { force: true });
  };
  const list = await client.lists.waitFor(id, {
    onProgress(each) {
      // A canceled list never gets a result, so the next command must upload the file again. If
      // credits were charged, this needs `again`.
      if (each.state === 'cancelled' && (again || each.credits_charged === 0)) endRun();
      onProgress(each);
    },
  });
  await saveResult(client, id, output);
  endRun();
  return list;
}
