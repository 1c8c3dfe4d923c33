import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'guide-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the version of Node that a program called `node` would run as a child process. */
async function versionWith(command: string): Promise<string> {
  const PATH = `${folder}:/usr/bin:/bin`;
  const { stdout } = await promisify(execFile)('bash', ['-c', command], {
    env: { PATH },
    encoding: 'utf8',
  });
  return stdout.trim();
}

it('the guide starts MiniStack with the Node that our functions need, whatever Node is installed', async () => {
  // MiniStack runs each function with the `node` in its `PATH`, where an older one precedes ours.
  writeFileSync(join(folder, 'node'), '#!/bin/sh\necho v20.19.0\n', { mode: 0o755 });
  writeFileSync(join(folder, 'ministack'), '#!/bin/sh\nexec node --version\n', { mode: 0o755 });
  const guide = readFileSync('docs/localstack.md', 'utf8');
  const [, command = ''] = /`pip install ministack && ([^`]+)`/.exec(guide) ?? [];
  expect(await versionWith('ministack')).toBe('v20.19.0');
  expect(await versionWith(command)).toBe(process.version);
});
