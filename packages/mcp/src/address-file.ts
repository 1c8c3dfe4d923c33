import { randomUUID } from 'node:crypto';
import { open, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve, sep } from 'node:path';
import { ToolError } from './tool-result.ts';

const MAX_BYTES = 16 * 2 ** 20;

const realPath = (path: string) => realpath(path).catch(() => undefined);
const describeFolders = (folders: readonly string[]): string => folders.join(' or ') || 'no folder';

async function resolveWithin(path: string, folders: readonly string[]) {
  const [real = '', ...allowed] = await Promise.all([path, ...folders].map(realPath));
  const isBelow = (name: string) => allowed.some((each) => each && name.startsWith(each + sep));
  return { real, isBelow };
}

/**
 * Reads a file that an assistant named.
 * @param folders allowed folders; symbolic links are resolved, and the file system root is never
 *   allowed
 * @throws ToolError `bad_file`, which reveals nothing about files outside the folders
 */
export async function readAddressFile(path: string, folders: readonly string[]): Promise<string> {
  if (extname(path).toLowerCase() === '.xlsx')
    throw new ToolError('bad_file', 'Workbooks cannot be read here. Please save the file as CSV.');
  const { real, isBelow } = await resolveWithin(resolve(folders[0] ?? '', path), folders);
  const found = isBelow(real) && /\.(csv|txt)$/i.test(real) ? await stat(real) : undefined;
  if (found?.isFile() && found.size <= MAX_BYTES) return readFile(real, 'utf8');
  const message = `Only .csv and .txt files of up to 16 MB below ${describeFolders(folders)} can be read.`;
  throw new ToolError('bad_file', message);
}

/**
 * Saves a result as a new file, which is empty until the download is complete; deletes it if the
 * download fails.
 * @param folders allowed folders, as for `readAddressFile`; the folder of the file must exist
 * @returns the path of the file and its size in bytes
 * @throws ToolError `bad_file`, or the error of a failed download
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
  // `wx` fails if the file exists, and does not follow a symbolic link.
  const handle = isAllowed ? await open(file, 'wx').catch(() => undefined) : undefined;
  if (!handle) {
    const message = `Only new .csv and .xlsx files below ${describeFolders(folders)} can be written.`;
    throw new ToolError('bad_file', message);
  }
  await handle.close();
  const partialFile = `${file}.${randomUUID()}.part`;
  try {
    const { body } = await result();
    await writeFile(partialFile, body ?? '', { flag: 'wx' });
    await rename(partialFile, file);
    return { file, bytes: (await stat(file)).size };
  } catch (error) {
    await rm(file);
    throw error;
  } finally {
    await rm(partialFile, { force: true });
  }
}
