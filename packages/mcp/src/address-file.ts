import { readFile, realpath, stat } from 'node:fs/promises';
import { extname, resolve, sep } from 'node:path';
import { failure } from './answers.ts';

const MAX_BYTES = 16 * 2 ** 20;

/**
 * The text of a file that an assistant names.
 * @param folders below one of which it has to be, links followed; none may be a whole file system
 * @throws TamisError `bad_file`, which tells nothing of files elsewhere
 */
export async function readAddressFile(path: string, folders: readonly string[]): Promise<string> {
  if (extname(path).toLowerCase() === '.xlsx')
    throw failure('bad_file', 'Workbooks are not read here. Please save it as CSV.');
  const [file = '', ...allowed] = await Promise.all(
    [resolve(folders[0] ?? '', path), ...folders].map((each) =>
      realpath(each).catch(() => undefined),
    ),
  );
  const isBelow = allowed.some((folder) => folder && file.startsWith(folder + sep));
  const found = isBelow && /\.(csv|txt)$/i.test(file) ? await stat(file) : undefined;
  if (found?.isFile() && found.size <= MAX_BYTES) return readFile(file, 'utf8');
  const where = folders.join(' or ') || 'no folder';
  throw failure('bad_file', `Only .csv and .txt files of up to 16 MB are read, below ${where}.`);
}
