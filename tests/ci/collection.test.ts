import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { collectionOf } from '../../web/docs/collection-of.ts';
import { publicCalls } from '../../web/docs/public-calls.ts';
import { sharedStack } from '../integration/shared-stack.ts';
import { testKeyOf } from '../support/guide-runs.ts';

/** The collection of the documentation, run by Postman's own program. */

const stack = sharedStack();
const folder = mkdtempSync(join(tmpdir(), 'tamis-collection-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Report {
  run: { executions: { item: { name: string }; response?: { code: number } }[] };
}

it('each call of the collection is understood', async () => {
  const [file, report] = [join(folder, 'collection.json'), join(folder, 'report.json')];
  writeFileSync(file, JSON.stringify(collectionOf(publicCalls, stack.url)));
  const newman = resolve('.tamis/openapi-linters/node_modules/.bin/newman');
  const key = `apiKey=${await testKeyOf(stack)}`;
  const reporting = ['--reporters', 'json', '--reporter-json-export', report];
  await promisify(execFile)(newman, ['run', file, '--env-var', key, ...reporting]);
  const { run } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const codes = run.executions.map(({ item, response }) => [item.name, response?.code]);
  expect(codes.map(([name]) => name)).toHaveLength(publicCalls.length);
  // The test key knows no customers, and the ids of the examples are nobody's.
  const others = codes.filter(([, code]) => ![200, 202, 404].includes(Number(code)));
  expect(others).toEqual([[expect.stringContaining('Check one address'), 422]]);
  expect(codes.filter(([, code]) => code === 200).length).toBeGreaterThan(5);
});
