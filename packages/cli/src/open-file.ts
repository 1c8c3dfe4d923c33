import { accessSync, constants, openAsBlob, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';

/** Opens a file to send it. @throws if it is missing, unreadable or a folder */
export async function openFile(path: string) {
  // The errors of `openAsBlob` do not say what is wrong.
  accessSync(path, constants.R_OK);
  const stats = statSync(path);
  if (stats.isDirectory()) throw new Error(`This is a folder: ${path}`);
  const file = resolve(path);
  return { blob: await openAsBlob(file), file, fileName: basename(file), stats };
}
