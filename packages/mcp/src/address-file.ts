import { open, readFile, realpath, rm, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve, sep } from 'node:path';
import { failure } from './tool-result.ts';

const MAX_BYTES = 16 * 2 ** 20;

const realPath = (path: string) => realpath(path).catch(() => undefined);
const describeFolders = (folders: readonly string[]): string => folders.join(' or ') || 'no folder';

/** Resolves links of a path and of the folders it may be in. */
async function resolveWithin(path: string, folders: readonly string[]) {
  const [real = '', ...allowed] = await Promise.all([path, ...folders].map(realPath));
  const isBelow = (name: string) => allowed.some((each) => each && name.startsWith(each + sep));
  return { real, isBelow };
}

/**
 * Reads a file named by an assistant.
 * @param folders allowed folders (after following links); a file system root is not allowed
 * @throws TamisError `bad_file`, which reveals nothing about files elsewhere
 */
export async function readAddressFile(path: string, folders: readonly string[]): Promise<string> {
  if (extname(path).toLowerCase() === '.xlsx')
    throw failure('bad_file', 'Workbooks are not read here. Please save it as CSV.');
  const { real, isBelow } = await resolveWithin(resolve(folders[0] ?? '', path), folders);
  const found = isBelow(real) && /\.(csv|txt)$/i.test(real) ? await stat(real) : undefined;
  if (found?.isFile() && found.size <= MAX_BYTES) return readFile(real, 'utf8');
  const message = `Only .csv and .txt files of up to 16 MB are read, below ${describeFolders(folders)}.`;
  throw failure('bad_file', message);
}

/**
 * Saves a result under a new name; an incomplete file is removed.
 * @param folders as above; the folder of the file must exist
 * @returns the file and its size in bytes
 * @throws TamisError `bad_file`, or the failure of the result
 */
export async function saveResultFile(
  path: string,
  folders: readonly string[],
  result: () => Promise<Response>,
) {
  const target = resolve(folders[0] ?? '', path);
  const { real, isBelow } = await resolveWithin(dirname(target), folders);
  const file = join(real, basename(target));
  const isAllowed = real !== '' && isBelow(file) && /\.(csv|xlsx)$/i.test(file);
  // `wx` neither overwrites a file nor follows a link.
  const handle = isAllowed ? await open(file, 'wx').catch(() => undefined) : undefined;
  if (!handle) {
    const message = `Only new .csv and .xlsx files are written, below ${describeFolders(folders)}.`;
    throw failure('bad_file', message);
  }
  try {
    const { body } = await result();
    if (body) await handle.writeFile(body);
    return { file, bytes: (await stat(file)).size };
  } catch (error) {
    await rm(file);
    throw error;
  } finally {
    await handle.close();
  }
}
