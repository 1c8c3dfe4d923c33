import { existsSync, readFileSync } from 'node:fs';

/** What a file holds that this program has written; undefined where there is none. */
export const readJson = <T>(path: string): T | undefined =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : undefined;
