import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { publicExamples } from '../../shared/contract/examples/public-examples.ts';
import { hrefOf } from '../../shared/contract/route.ts';
import { SAMPLE_ORIGIN } from '../../web/docs/guide-packages.ts';
import { publicCalls } from '../../shared/contract/openapi/public-document.ts';
import { describeGuideRuns, fetchTestKey } from '../support/guide-runs.ts';
import { waitUntil } from '../support/customer.ts';
import { parseCodeBlocks, readGuide } from '../support/samples.ts';
import { useSharedStack } from './shared-stack.ts';

const stack = useSharedStack();

const RUNNERS = {
  bash: ['sample.sh', 'bash', '-euo', 'pipefail'],
  javascript: ['sample.mjs', process.execPath],
} as const;

/** Runs the code in the documentation; .ci/run also runs its Python code. */
describeGuideRuns(stack, RUNNERS);

it('the first example gets the documented response', async () => {
  const headers = { 'x-api-key': await fetchTestKey(stack), 'content-type': 'application/json' };
  const body = JSON.stringify({ email: 'deliverable@sandbox.test' });
  const response = await fetch(`${stack.url}/api/verify/email`, { method: 'POST', headers, body });
  const documented = readFileSync('web/docs/samples/verify-one.response.json', 'utf8');
  expect(await response.json()).toEqual(JSON.parse(documented));
});

it('the OpenAPI document names the origin of the service', async () => {
  const response = await fetch(`${stack.url}/api/openapi.json`);
  expect(await response.json()).toMatchObject({ servers: [{ url: stack.url }] });
});

/** Routes that create an object, whose id replaces the id of the example in later calls. */
const CREATING = ['createList', 'createEndpoint', 'sendTestEvent', 'reportBounces'] as const;

it('every example request of the reference succeeds, in its order, and repeatedly', async () => {
  const headers = { 'x-api-key': await fetchTestKey(stack), 'content-type': 'application/json' };
  const toText = (values: object = {}) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
  for (let times = 0; times < 2; times += 1) {
    const ids = new Map<string, string>();
    // Omit calls to connected services, which a test key cannot reach; every-route.test.ts makes
    // these calls.
    const calls = publicCalls.filter(({ route }) => route.scope !== 'connections');
    for (const { name, route, example } of calls) {
      const query = new URLSearchParams(toText(example.query)).toString();
      const request = JSON.stringify([
        `${hrefOf(route, toText(example.params))}?${query}`,
        // Nothing listens on this port, so the request does not leave this machine.
        JSON.stringify(example.body)?.replace(
          publicExamples.createEndpoint.body.url,
          'http://127.0.0.1:1/',
        ),
      ]);
      const [path, body] = JSON.parse(
        [...ids].reduce((text, [given, id]) => text.replaceAll(given, id), request),
      ) as [string, string | null];
      const call = () => fetch(stack.url + path, { method: route.method, headers, body });
      // A recheck requires that the list and its earlier recheck are finished.
      const response = await waitUntil(
        call,
        ({ status }) => !['recheckFile', 'verifyCorrections'].includes(name) || status !== 409,
      );
      const text = await response.text();
      expect([name, response.status, response.ok ? '' : text]).toEqual([name, 200, '']);
      const creating = CREATING.find((each) => each === name);
      if (creating)
        ids.set(
          publicExamples[creating].response.data.id,
          (JSON.parse(text) as { data: { id: string } }).data.id,
        );
    }
  }
});

/** Imitates in Node the API that Google Apps Script provides to spreadsheet functions. */
const APPS_SCRIPT = `
const { execFileSync } = require('node:child_process');
const UrlFetchApp = {
  fetch(url, { method, contentType, headers, payload }) {
    const all = Object.entries({ ...headers, 'content-type': contentType });
    const given = all.flatMap(([name, value]) => ['-H', name + ': ' + value]);
    const text = execFileSync('curl', ['-s', '-X', method.toUpperCase(), ...given, '-d', payload, url]);
    return { getContentText: () => String(text) };
  },
};
const PropertiesService = {
  getScriptProperties: () => ({ getProperty: (name) => process.env[name] }),
};
const Utilities = { base64EncodeWebSafe: (text) => Buffer.from(text).toString('base64url') };
`;

describe('without programming', () => {
  const guide = readGuide(SAMPLE_ORIGIN);
  const text = guide.slice(guide.indexOf('# Without a program'), guide.indexOf('# Versions'));
  const [url = '', header = '', type = '', body = ''] = [
    ...text.matchAll(/^\| (?:URL|Header|Body) +\| `([^`]+)`/gm),
  ].map(([, setting]) => setting);
  const here = (address: string) => address.replace(SAMPLE_ORIGIN, stack.url);

  it('the request that a tool sends succeeds', async () => {
    const headers = { [header]: await fetchTestKey(stack), [type]: 'application/json' };
    const one = await fetch(here(url), { method: 'POST', headers, body });
    expect(await one.json()).toMatchObject({ result: { status: 'deliverable' } });
    const [, lists = '', many = ''] = /`POST (\S+)` with `([^`]+)`/.exec(text) ?? [];
    const list = await fetch(here(lists), { method: 'POST', headers, body: many });
    // The list may already be running.
    const { data } = (await list.json()) as { data: { status: number } };
    expect([1, 2, 3, 4, 7]).toContain(data.status);
  });

  it('a sheet shows the status of an address, or why there is none', async () => {
    const block = parseCodeBlocks(text).find(({ language }) => language === 'js');
    const calls = `
      for (const cell of ['risky@sandbox.test', 'risky@sandbox.test', '', 'nobody'])
        console.log(VERIFY(cell));`;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['-e', APPS_SCRIPT + block?.code.replaceAll(SAMPLE_ORIGIN, stack.url) + calls],
      { env: { ...process.env, TAMIS_API_KEY: await fetchTestKey(stack) } },
    );
    expect(stdout).toMatch(/^risky\nrisky\n\n\w.+\n$/);
  });
});
