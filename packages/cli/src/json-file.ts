import { existsSync, readFileSync } from 'node:fs';

/** Parses a JSON file that this program wrote. Returns undefined if the file does not exist. */
export const readJson = <T>(path: string): T | undefined =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : undefined;
