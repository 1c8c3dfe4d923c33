import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { parseCodeBlocks, readGuide, runCodeBlock } from '../../tests/support/samples.ts';

const RUNNERS = {
  bash: ['sample.sh', 'bash', '-euo', 'pipefail'],
  javascript: ['sample.mjs', process.execPath],
} as const;

it.each(Object.keys(RUNNERS))(
  'the sample in %s repeats a call with its key after a broken connection',
  async (name) => {
    const keys: unknown[] = [];
    const service = createServer((request, response) => {
      keys.push(request.headers['idempotency-key']);
      if (keys.length === 1) request.socket.destroy();
      else response.end('{"result":{"status":"deliverable"}}');
    }).listen(0, '127.0.0.1');
    await once(service, 'listening');
    const { port } = service.address() as AddressInfo;
    const block = parseCodeBlocks(readGuide(`http://127.0.0.1:${port}`)).find(
      ({ section, language }) => section === 'Retry a call' && language === name,
    );
    if (!block) throw new Error(`The guide has no ${name} sample`);
    const { printed } = await runCodeBlock(block, RUNNERS, 'k', '').finally(() => service.close());
    expect(printed).toContain('deliverable');
    expect(keys).toEqual(['order-4711', 'order-4711']);
  },
);
