import { matchesGlob } from 'node:path';
import config from '../vitest.config.ts';

const isIn = (globs: string | string[] = [], path: string): boolean =>
  [globs].flat().some((glob) => matchesGlob(path, glob));

/** Returns the first Vitest project that includes a test file, by its path in the repository. */
export function projectOf(path: string): string | undefined {
  for (const project of config.test?.projects ?? []) {
    const test = typeof project === 'object' && 'test' in project ? project.test : undefined;
    if (test && isIn(test.include, path) && !isIn(test.exclude, path)) return String(test.name);
  }
  return undefined;
}
