import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';

/** Only the bundle `openapi` needs the descriptions of the contract, so all others omit them. */

const CONTRACT = /shared\/contract\/[\w-]+\.ts$/;
const LITERAL = String.raw`(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")`;
const DESCRIBE = String.raw`z\.describe\(\s*(?:${LITERAL}|description),?\s*\)`;
const CHECK = new RegExp(String.raw`\.check\(\s*${DESCRIBE},?\s*\)`, 'g');
const ARGUMENT = new RegExp(String.raw`,\s*${DESCRIBE}`, 'g');

/** Functions that return a field; the description is their first parameter. */
const HELPER = /const (\w+) = \(description: string(?:, )?/g;
const fieldHelpers = (code: string): string[] =>
  [...code.matchAll(HELPER)].map(([, name = '']) => name);
const fields = fileURLToPath(new URL('../shared/contract/fields.ts', import.meta.url));
const sharedHelpers = fieldHelpers(readFileSync(fields, 'utf8'));

const lineBreaks = (removed: string): string => '\n'.repeat(removed.split('\n').length - 1);

/**
 * Removes `z.describe('…')` and the descriptions passed to field helpers. Keeps line numbers.
 * @throws if a description is not a literal and therefore cannot be removed
 */
export function removeDescriptions(code: string): string {
  const names = [...sharedHelpers, ...fieldHelpers(code)].join('|');
  const passed = new RegExp(String.raw`\b((?:${names})\()(\s*${LITERAL}(?:,\s*)?)`, 'g');
  const stripped = code
    .replaceAll(CHECK, lineBreaks)
    .replaceAll(ARGUMENT, lineBreaks)
    .replaceAll(HELPER, 'const $1 = (')
    .replaceAll(passed, (_, call: string, removed: string) => call + lineBreaks(removed));
  if (stripped.includes('z.describe('))
    throw new Error(`A description is not a literal: ${stripped.split('z.describe(')[1]}`);
  return stripped;
}

export const stripDescriptionsEsbuildPlugin: Plugin = {
  name: 'strip-descriptions',
  setup: ({ onLoad }) =>
    onLoad({ filter: CONTRACT }, ({ path }) => ({
      contents: removeDescriptions(readFileSync(path, 'utf8')),
      loader: 'ts',
    })),
};

/** The development server keeps the descriptions. */
export const stripDescriptionsVitePlugin = {
  name: 'strip-descriptions',
  apply: 'build',
  enforce: 'pre',
  transform: { filter: { id: CONTRACT }, handler: removeDescriptions },
} as const;
