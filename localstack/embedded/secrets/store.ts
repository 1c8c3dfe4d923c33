import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { SecretSpec } from '../cloud/secrets.ts';

const stored = z.record(z.string(), z.string());
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/**
 * The values of the secrets: what the file holds, and a new one for every secret it lacks. They
 * stay the same as long as the data does, or nothing that was signed or encrypted could be read.
 * @returns values by name
 */
export function openSecrets(
  file: string,
  specs: readonly SecretSpec[],
): ReadonlyMap<string, string> {
  const known = read(file);
  const values = { ...known };
  for (const spec of specs) values[spec.name] ??= newValue(spec);
  if (Object.keys(values).length > Object.keys(known).length) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(values), { mode: 0o600 });
  }
  return new Map(Object.entries(values));
}

function read(file: string): Record<string, string> {
  try {
    return stored.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
}

function newValue({ length, within }: SecretSpec): string {
  const made = randomText(length);
  return within ? JSON.stringify({ ...within.members, [within.key]: made }) : made;
}

const randomText = (length: number): string =>
  Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('');
