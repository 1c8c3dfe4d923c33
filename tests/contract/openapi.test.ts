import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, it } from 'vitest';
import { describedExamples } from '../support/examples/index.ts';
import { contract } from '../../shared/contract/index.ts';
import { toOpenApi } from '../../shared/contract/openapi/openapi.ts';

/**
 * Linter rules that check the API description against OpenAPI 3.1, and its examples against its
 * schemas.
 */
const RULES = {
  struct: 'error',
  'no-unresolved-refs': 'error',
  'no-invalid-media-type-examples': 'error',
  'no-invalid-parameter-examples': 'error',
  'no-ambiguous-paths': 'error',
  'no-identical-paths': 'error',
  'no-enum-type-mismatch': 'error',
  'operation-operationId-unique': 'error',
  'operation-operationId-url-safe': 'error',
  'operation-parameters-unique': 'error',
  'operation-tag-defined': 'error',
  'path-parameters-defined': 'error',
  'security-defined': 'error',
} as const;

async function faultsOf(document: object): Promise<string[]> {
  const config = await createConfig({ rules: RULES });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  return problems.map(
    ({ ruleId, message, location }) => `${ruleId} at ${location[0]?.pointer}: ${message}`,
  );
}

const document = toOpenApi(contract, describedExamples);

it('is valid OpenAPI 3.1, including its examples', async () => {
  expect(await faultsOf(document)).toEqual([]);
});

it('fails validation with one misspelled keyword or one wrong example', async () => {
  const wrong = toOpenApi(contract, {
    ...describedExamples,
    logout: { ...describedExamples.logout, response: { data: 7 } },
  });
  const { '/api/logout': logout } = wrong.paths as Record<string, object>;
  expect(await faultsOf({ ...wrong, pathes: {}, paths: { '/api/logout': logout } })).toEqual([
    expect.stringContaining('struct at #/pathes'),
    expect.stringContaining('no-invalid-media-type-examples'),
  ]);
});
