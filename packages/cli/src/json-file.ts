import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** Parses a JSON file that this program wrote. Returns undefined if the file does not exist. */
export const readJson = <T>(path: string): T | undefined =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : undefined;

/**
 * Writes a file atomically, so that a killed command leaves the old file intact. Only the file's
 * owner can read it.
 */
export function writeJson(path: string, value: unknown): void {
  // A unique name, because the same command may run in another terminal.
  const draft = `${path}.${randomUUID()}.part`;
  try {
    writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}
