import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** Parses a JSON file that this program wrote. Returns undefined if the file does not exist. */
export const readJson = <T>(path: string): T | undefined =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : undefined;

/** Atomic, so that a killed command leaves the file intact. Only its owner can read the file. */
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
