import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { parseCodeBlocks, readGuide, runCodeBlock } from '../../tests/support/samples.ts';

const RUNNERS = {
  bash: ['sample.sh', 'bash', '-euo', 'pipefail'],
  javascript: ['sample.mjs', process.execPath],
} as const;
const LANGUAGES = Object.keys(RUNNERS);

const respond = (response: ServerResponse, data: object): void =>
  void response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ data }));

/** Runs the sample with a service that responds to all calls with `list`, except to a download. */
async function runSample(name: string, list: object) {
  const requests: string[] = [];
  const service = createServer(({ method, url = '', headers }, response) => {
    requests.push(`${method} ${url}`);
    if (url === '/result?a=1&b=2') response.end('\uFEFFemail\r\n');
    else if (url === '/api/download')
      respond(response, { url: `http://${headers.host}/result?a=1&b=2`, expires_at: 'soon' });
    else respond(response, list);
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const { port } = service.address() as AddressInfo;
  const block = parseCodeBlocks(readGuide(`http://127.0.0.1:${port}`)).find(
    ({ section, language }) => section === 'Verify a list' && language === name,
  );
  if (!block) throw new Error(`The guide has no ${name} sample`);
  const outcome = await runCodeBlock(block, RUNNERS, 'k', 'email\n').catch(
    (error: unknown) => error,
  );
  service.close();
  return { outcome, requests };
}

it.each(LANGUAGES)('the upload sample in %s prints why a list is paused', async (name) => {
  const list = { file_id: 'l1', status: 5, reason: 'insufficient_credit' };
  const { outcome, requests } = await runSample(name, list);
  expect(outcome).toMatchObject({ code: 1 });
  const { stdout, stderr } = outcome as { stdout: string; stderr: string };
  expect(stdout + stderr).toContain('insufficient_credit');
  expect(requests).toEqual(['POST /api/upload', 'GET /api/lists/l1']);
});

it.each(LANGUAGES)('the upload sample in %s saves a large result from its link', async (name) => {
  const { outcome } = await runSample(name, { file_id: 'l1', status: 7 });
  expect(outcome).toMatchObject({ result: '\uFEFFemail\r\n' });
});
