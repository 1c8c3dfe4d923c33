import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withLock } from './lock.ts';
import { runNode } from './run-node.ts';

let folder: string;
let lock: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'));
  lock = join(folder, 'deep/lock');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A program that, while it holds the lock, appends `in` and, a moment later, `out` to a file. */
const program = `
  import { appendFileSync } from 'node:fs';
  import { setTimeout as sleep } from 'node:timers/promises';
  import { withLock } from ${JSON.stringify(new URL('lock.ts', import.meta.url).href)};
  const [, , lock, log] = process.argv;
  await withLock(lock, async () => {
    appendFileSync(log, 'in ');
    await sleep(30);
    appendFileSync(log, 'out ');
  });
`;

test('runs one process at a time, and every process eventually', async () => {
  const [file, log] = [join(folder, 'program.mjs'), join(folder, 'log')];
  writeFileSync(file, program);
  await Promise.all([1, 2, 3].map(() => runNode(file, [lock, log])));
  expect(readFileSync(log, 'utf8')).toBe('in out '.repeat(3));
  expect(readdirSync(join(folder, 'deep'))).toEqual([]);
});

test('releases the lock of a killed process', async () => {
  const kill = `
    import { withLock } from ${JSON.stringify(new URL('lock.ts', import.meta.url).href)};
    await withLock(${JSON.stringify(lock)}, async () => process.kill(process.pid, 'SIGKILL'));
  `;
  spawnSync(process.execPath, ['--input-type=module', '--eval', kill]);
  expect(existsSync(lock)).toBe(true);
  expect(await withLock(lock, async () => 'mine')).toBe('mine');
});

test('releases the lock after a failure', async () => {
  await expect(withLock(lock, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(existsSync(lock)).toBe(false);
});
