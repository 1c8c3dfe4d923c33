import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { SAMPLE_ORIGIN } from '../../web/docs/compose-guide.ts';
import { describeGuideRuns, testKeyOf } from '../support/guide-runs.ts';
import { codeBlocks, readGuide } from '../support/samples.ts';
import { sharedStack } from './shared-stack.ts';

const stack = sharedStack();

/** The code of the documentation; .ci/run does the same for Python. */
describeGuideRuns(stack, {
  bash: ['sample.sh', 'bash', '-euo', 'pipefail'],
  javascript: ['sample.mjs', process.execPath],
});

/** What Google gives to the function of a sheet, for a script of Node. */
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

describe('without a program', () => {
  const guide = readGuide(SAMPLE_ORIGIN);
  const text = guide.slice(guide.indexOf('# Without a program'), guide.indexOf('# Errors'));
  const [url = '', header = '', type = '', body = ''] = [
    ...text.matchAll(/^\| (?:URL|Header|Body) +\| `([^`]+)`/gm),
  ].map(([, setting]) => setting);
  const here = (address: string) => address.replace(SAMPLE_ORIGIN, stack.url);

  it('the request that a tool sends is answered', async () => {
    const headers = { [header]: await testKeyOf(stack), [type]: 'application/json' };
    const one = await fetch(here(url), { method: 'POST', headers, body });
    expect(await one.json()).toMatchObject({ result: { status: 'deliverable' } });
    const [, lists = '', many = ''] = /`POST (\S+)` with `([^`]+)`/.exec(text) ?? [];
    const list = await fetch(here(lists), { method: 'POST', headers, body: many });
    // The list may be under way by then.
    const { data } = (await list.json()) as { data: { status: number } };
    expect([1, 2, 3, 4, 7]).toContain(data.status);
  });

  it('a sheet shows the status of an address, and why there is none', async () => {
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
