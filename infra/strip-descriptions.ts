import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';

/** Only the bundle `openapi` needs the descriptions of the contract, so all others omit them. */

const CONTRACT_FILE = /shared\/contract\/[\w-]+\.ts$/;
const STRING_LITERAL = String.raw`(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")`;
const DESCRIBE_CALL = String.raw`z\.describe\(\s*(?:${STRING_LITERAL}|description),?\s*\)`;
const CHECK_CALL = new RegExp(String.raw`\.check\(\s*${DESCRIBE_CALL},?\s*\)`, 'g');
const DESCRIBE_ARGUMENT = new RegExp(String.raw`,\s*${DESCRIBE_CALL}`, 'g');

/** Functions that return a field; the description is their first parameter. */
const FIELD_HELPER = /const (\w+) = \(description: string(?:, )?/g;
const fieldHelpers = (code: string): string[] =>
  [...code.matchAll(FIELD_HELPER)].map(([, name = '']) => name);
const fields = fileURLToPath(new URL('../shared/contract/fields.ts', import.meta.url));
const sharedHelpers = fieldHelpers(readFileSync(fields, 'utf8'));

const lineBreaks = (removed: string): string => '\n'.repeat(removed.split('\n').length - 1);

/**
 * Removes `z.describe('…')` and the descriptions passed to field helpers. Keeps line numbers.
 * @throws if a description is not a literal and therefore cannot be removed
 */
export function removeDescriptions(code: string): string {
  const names = [...sharedHelpers, ...fieldHelpers(code)].join('|');
  const passed = new RegExp(String.raw`\b((?:${names})\()(\s*${STRING_LITERAL}(?:,\s*)?)`, 'g');
  const stripped = code
    .replaceAll(CHECK_CALL, lineBreaks)
    .replaceAll(DESCRIBE_ARGUMENT, lineBreaks)
    .replaceAll(FIELD_HELPER, 'const $1 = (')
    .replaceAll(passed, (_, call: string, removed: string) => call + lineBreaks(removed));
  if (stripped.includes('z.describe('))
    throw new Error(`A description is not a literal: ${stripped.split('z.describe(')[1]}`);
  return stripped;
}

export const stripDescriptionsEsbuildPlugin: Plugin = {
  name: 'strip-descriptions',
  setup: ({ onLoad }) =>
    onLoad({ filter: CONTRACT_FILE }, ({ path }) => ({
      contents: removeDescriptions(readFileSync(path, 'utf8')),
      loader: 'ts',
    })),
};

const SERVER_MEMBER = /\b(?:limit: '\w+'|paidLimit: '\w+'|errors: \[[^\]]*\]),/g;

/** Removes the route members that only the server and the API description use. Keeps line numbers. */
export const removeServerMembers = (code: string): string =>
  removeDescriptions(code).replaceAll(SERVER_MEMBER, lineBreaks);

/** The development server does not remove them. */
export const stripDescriptionsVitePlugin = {
  name: 'strip-descriptions',
  apply: 'build',
  enforce: 'pre',
  transform: { filter: { id: CONTRACT_FILE }, handler: removeServerMembers },
} as const;
