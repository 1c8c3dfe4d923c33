import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { examples } from '../../shared/contract/examples/index.ts';
import { toPostmanCollection } from '../../web/docs/collection-of.ts';
import { publicCalls } from '../../shared/contract/openapi/public-calls.ts';
import { sharedStack } from '../integration/shared-stack.ts';
import { testKeyOf } from '../support/guide-runs.ts';

/** Runs the documentation's Postman collection with Newman. */

const stack = sharedStack();
const folder = mkdtempSync(join(tmpdir(), 'tamis-collection-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Report {
  run: { executions: { item: { name: string }; response?: { code: number } }[] };
}

it('each request of the collection succeeds, in order', async () => {
  const [file, report] = [join(folder, 'collection.json'), join(folder, 'report.json')];
  const collection = JSON.stringify(toPostmanCollection(publicCalls, stack.url));
  // Nothing listens on this port, so the request does not leave this machine.
  const { url } = examples.createEndpoint.body;
  writeFileSync(file, collection.replaceAll(url, 'http://127.0.0.1:1/'));
  const newman = resolve('.tamis/openapi-linters/node_modules/.bin/newman');
  const key = `apiKey=${await testKeyOf(stack)}`;
  const reporting = ['--reporters', 'json', '--reporter-json-export', report];
  // The delay lets the list finish before its recheck is requested.
  const options = ['--env-var', key, '--delay-request', '1000', '--bail', ...reporting];
  await promisify(execFile)(newman, ['run', file, ...options]);
  const { run } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  expect(run.executions.map(({ item, response }) => [item.name, response?.code])).toEqual(
    publicCalls.map(({ example }) => [example.summary, 200]),
  );
});
