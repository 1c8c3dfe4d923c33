import { randomInt } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import type { SecretSpec } from '../cloud/secrets.ts';
import { replaceFile } from '../services/replace-file.ts';

const stored = z.record(z.string(), z.string());
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/**
 * Reads the secrets from the file and generates missing ones. Keeps existing values, without which
 * signed and encrypted data would become unreadable.
 * @returns values by name
 */
export function openSecrets(
  file: string,
  specs: readonly SecretSpec[],
): ReadonlyMap<string, string> {
  const known = read(file);
  const values = { ...known };
  for (const spec of specs) values[spec.name] ??= newValue(spec);
  if (Object.keys(values).length > Object.keys(known).length)
    replaceFile(file, JSON.stringify(values));
  return new Map(Object.entries(values));
}

const read = (file: string): Record<string, string> =>
  existsSync(file) ? stored.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};

function newValue({ length, within }: SecretSpec): string {
  const made = randomText(length);
  return within ? JSON.stringify({ ...within.members, [within.key]: made }) : made;
}

const randomText = (length: number): string =>
  Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('');
