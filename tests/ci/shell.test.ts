import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startStack, type TestStack } from '../support/stack.ts';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'readme-'));
let stack: TestStack;

beforeAll(async () => {
  stack = await startStack();
});
afterAll(async () => {
  await stack.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('the curl commands in docs/api.md complete the customer journey unchanged', async () => {
  const [, script = ''] = /```bash\n(.*?)```/s.exec(readFileSync('docs/api.md', 'utf8')) ?? [];
  const result = join(folder, 'result.csv');
  const env = { ...process.env, URL: stack.url, TAMIS_HOME: stack.home, RESULT: result };
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], { env });
  expect(stdout).toMatch(/^\d+ answered$/m);
  const lines = readFileSync(result, 'utf8').split('\r\n');
  expect(lines[0]).toMatch(/"status";"reason";"suggestion";"address"$/);
  expect(lines.length).toBeGreaterThan(5000);
});
