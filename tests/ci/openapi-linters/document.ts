import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll } from 'vitest';
import { describedExamples } from '../../support/examples/index.ts';
import { contract } from '../../../shared/contract/index.ts';
import { toOpenApi } from '../../../shared/contract/openapi/openapi.ts';
import { createPublicDocument } from '../../../shared/contract/openapi/public-document.ts';

export const LINTERS_FOLDER = resolve('.tamis/openapi-linters/node_modules');

const run = promisify(execFile);

/**
 * Writes the OpenAPI document of all routes, and the public one in OpenAPI 3.0.
 * @returns the folder that contains both
 */
export function writeOpenApiDocuments(): string {
  const folder = mkdtempSync(join(tmpdir(), 'openapi-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const origin = 'https://api.tamis.example';
  const write = (file: string, document: object): void =>
    writeFileSync(join(folder, file), JSON.stringify(document));
  write('openapi.json', toOpenApi(contract, describedExamples, { origin }));
  write('openapi-3.0.json', createPublicDocument(origin, '3.0'));
  return folder;
}

/** Runs a linter in a folder. Returns its output if it fails, otherwise an empty string. */
export const findLintErrors = (
  folder: string,
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<string> =>
  run(command, args, {
    cwd: folder,
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', ...env },
    maxBuffer: 1e8,
  }).then(
    () => '',
    (error: unknown) => {
      const { message, stdout, stderr } = error as Error & { stdout: string; stderr: string };
      return [message, stdout, stderr].join('\n');
    },
  );
