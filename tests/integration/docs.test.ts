import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { examples } from '../../shared/contract/examples/index.ts';
import { SAMPLE_ORIGIN } from '../../web/docs/guide-at.ts';
import { curlOf } from '../../web/docs/curl-of.ts';
import { publicCalls } from '../../shared/contract/openapi/public-calls.ts';
import { CUSTOMERS, describeGuideRuns, testKeyOf } from '../support/guide-runs.ts';
import { codeBlocks, readGuide, runBlock } from '../support/samples.ts';
import { sharedStack } from './shared-stack.ts';

const stack = sharedStack();

const RUNNERS = {
  bash: ['sample.sh', 'bash', '-euo', 'pipefail'],
  javascript: ['sample.mjs', process.execPath],
} as const;

/** Runs the code in the documentation; .ci/run also runs its Python code. */
describeGuideRuns(stack, RUNNERS);

/** Makes curl fail on an error status. */
const CURL = 'curl() { command curl --fail-with-body "$@"; }';

it('every call succeeds unchanged, in the order of the page, and repeatedly', async () => {
  // The documentation explains that a list can be rechecked once it is finished.
  const finished = `until curl "${stack.url}/api/lists/$LIST_ID" -H "x-api-key: $TAMIS_API_KEY" |
    grep '"status":7'; do sleep 0.3; done`;
  const commands = publicCalls.flatMap((call) => [
    ...(call.name === 'recheckFile' ? [finished] : []),
    curlOf(call, stack.url),
    `echo " ${call.name}"`,
  ]);
  // Nothing listens on this port, so the request does not leave this machine.
  const { url } = examples.createEndpoint.body;
  const code = [CURL, ...commands].join('\n').replaceAll(url, 'http://127.0.0.1:1/');
  const block = { section: '', language: 'bash', code };
  const key = await testKeyOf(stack);
  for (let times = 0; times < 2; times += 1) {
    const { printed } = await runBlock(block, RUNNERS, key, CUSTOMERS);
    expect(printed.match(/(?<= )\w+$/gm)).toEqual(publicCalls.map(({ name }) => name));
  }
});

/** The API that Google provides to a function in a sheet, implemented as a Node script. */
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
  const text = guide.slice(guide.indexOf('# Without a program'), guide.indexOf('# Errors'));
  const [url = '', header = '', type = '', body = ''] = [
    ...text.matchAll(/^\| (?:URL|Header|Body) +\| `([^`]+)`/gm),
  ].map(([, setting]) => setting);
  const here = (address: string) => address.replace(SAMPLE_ORIGIN, stack.url);

  it('the request that a tool sends succeeds', async () => {
    const headers = { [header]: await testKeyOf(stack), [type]: 'application/json' };
    const one = await fetch(here(url), { method: 'POST', headers, body });
    expect(await one.json()).toMatchObject({ result: { status: 'deliverable' } });
    const [, lists = '', many = ''] = /`POST (\S+)` with `([^`]+)`/.exec(text) ?? [];
    const list = await fetch(here(lists), { method: 'POST', headers, body: many });
    // The list may already be running.
    const { data } = (await list.json()) as { data: { status: number } };
    expect([1, 2, 3, 4, 7]).toContain(data.status);
  });

  it('a sheet shows the status of an address, or why there is none', async () => {
    const block = codeBlocks(text).find(({ language }) => language === 'js');
    const calls = `
      for (const cell of ['risky@sandbox.test', 'risky@sandbox.test', '', 'nobody'])
        console.log(VERIFY(cell));`;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['-e', APPS_SCRIPT + block?.code.replaceAll(SAMPLE_ORIGIN, stack.url) + calls],
      { env: { ...process.env, TAMIS_API_KEY: await testKeyOf(stack) } },
    );
    expect(stdout).toMatch(/^risky\nrisky\n\n\w.+\n$/);
  });
});
