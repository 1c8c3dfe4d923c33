import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isNightly } from '../support/tier.ts';
import {
  findLintErrors,
  LINTERS_FOLDER,
  writeOpenApiDocuments,
} from './openapi-linters/document.ts';

const folder = writeOpenApiDocuments();

it('Redocly finds no errors in the OpenAPI documents', async () => {
  const redocly = join(LINTERS_FOLDER, '.bin/redocly');
  const lint = (file: string, ...options: string[]) =>
    findLintErrors(folder, redocly, ['lint', '--extends=recommended', ...options, file]);
  expect(await lint('openapi.json')).toBe('');
  // Client generators expect `nullable` next to `allOf`, although validators then reject null in
  // the examples.
  expect(await lint('openapi-3.0.json', '--skip-rule=no-invalid-media-type-examples')).toBe('');
});

it.runIf(isNightly)('Spectral finds no errors in the OpenAPI document', async () => {
  writeFileSync(join(folder, '.spectral.yaml'), 'extends: ["spectral:oas"]\n');
  const options = ['--fail-severity=error', '--display-only-failures'];
  const spectral = join(LINTERS_FOLDER, '.bin/spectral');
  expect(await findLintErrors(folder, spectral, ['lint', ...options, 'openapi.json'])).toBe('');
});
