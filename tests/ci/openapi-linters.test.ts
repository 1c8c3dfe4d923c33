import { join } from 'node:path';
import { expect, it } from 'vitest';
import { complaintsOf, tools, writeDocument } from './openapi-linters/document.ts';

const folder = writeDocument();

it('Redocly finds no errors in the OpenAPI document', async () => {
  const options = ['--extends=recommended', '--format=stylish'];
  const redocly = join(tools, '.bin/redocly');
  expect(await complaintsOf(folder, redocly, ['lint', ...options, 'openapi.json'])).toBe('');
}, 120_000);
