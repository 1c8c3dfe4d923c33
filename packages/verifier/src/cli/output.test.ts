import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const CLI = fileURLToPath(new URL('./verify.ts', import.meta.url));
const FULL = '/dev/full';

test.runIf(existsSync(FULL))('reports verdicts that cannot be written, with status 1', async () => {
  const full = openSync(FULL, 'w');
  const child = spawn(process.execPath, [CLI, '--json', 'wrong'], {
    stdio: ['ignore', full, 'pipe'],
  });
  let err = '';
  child.stderr?.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const status = await new Promise((done) => child.on('close', done));
  closeSync(full);
  expect([status, err.trim().split('\n').length]).toEqual([1, 1]);
  expect(err).toContain('ENOSPC');
});

test('writes every verdict even if standard error is closed', async () => {
  const args = ['--json', '--explain', '--egress', 'off', '--dns', '127.0.0.1:9', '-'];
  const child = spawn(process.execPath, [CLI, ...args]);
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.once('data', () => child.stderr.destroy());
  child.stdin.end(Array.from({ length: 2_000 }, (_, i) => `wrong ${i}\n`).join(''));
  const status = await new Promise((done) => child.on('close', done));
  expect([status, out.trim().split('\n').length]).toEqual([0, 2_000]);
});
