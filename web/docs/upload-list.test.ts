import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { parseCodeBlocks, readGuide, runCodeBlock } from '../../tests/support/samples.ts';

const RUNNERS = {
  bash: ['sample.sh', 'bash', '-euo', 'pipefail'],
  javascript: ['sample.mjs', process.execPath],
} as const;

it.each(['bash', 'javascript'])(
  'the upload sample in %s prints why a list is paused',
  async (name) => {
    const requests: string[] = [];
    const service = createServer((request, response) => {
      requests.push(`${request.method} ${request.url}`);
      request.resume();
      const list = { file_id: 'l1', status: 5, reason: 'insufficient_credit' };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ data: list }));
    }).listen(0, '127.0.0.1');
    await once(service, 'listening');
    const { port } = service.address() as AddressInfo;
    const block = parseCodeBlocks(readGuide(`http://127.0.0.1:${port}`)).find(
      ({ section, language }) => section === 'Verify a list' && language === name,
    );
    if (!block) throw new Error(`The guide has no ${name} sample`);
    const failure = await runCodeBlock(block, RUNNERS, 'k', 'email\n').catch(
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({ code: 1 });
    const { stdout, stderr } = failure as { stdout: string; stderr: string };
    expect(stdout + stderr).toContain('insufficient_credit');
    expect(requests).toEqual(['POST /api/upload', 'GET /api/lists/l1']);
    service.close();
  },
);
