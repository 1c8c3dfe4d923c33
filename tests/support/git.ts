import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Files that can import other files. */
const CODE = ['*.ts', '*.tsx', '*.mjs'];

/** Returns the lines that a git command prints in a folder. */
export const git = (args: readonly string[], folder = '.'): string[] =>
  execFileSync('git', args, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
    .split('\n')
    .filter((line) => line !== '');

/** Returns the text of a file in a commit. */
export const readCommitted = (commit: string, path: string, folder = '.'): string =>
  execFileSync('git', ['show', `${commit}:${path}`], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: Number.POSITIVE_INFINITY,
  });

/** Returns the merge base of HEAD and the first of these refs that exists. */
export function findMergeBase(refs: readonly string[], folder = '.'): string | undefined {
  for (const ref of refs)
    try {
      return git(['merge-base', ref, 'HEAD'], folder).join('');
    } catch {
      continue;
    }
  return undefined;
}

/** Lists the code of a working tree, including files that are not yet committed. */
export const listSources = (folder = '.'): string[] =>
  git(['ls-files', '--cached', '--others', '--exclude-standard', ...CODE], folder).filter((path) =>
    existsSync(join(folder, path)),
  );
