import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildIfStale } from './stale.ts';

let folder: string;
let runs: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stale-'));
  mkdirSync(join(folder, 'src/deep'), { recursive: true });
  writeFileSync(join(folder, 'src/deep/a.ts'), '1');
  const past = new Date(Date.now() - 60_000);
  for (const path of ['src/deep/a.ts', 'src/deep', 'src'])
    utimesSync(join(folder, path), past, past);
  runs = 0;
});
afterEach(() => rmSync(folder, { recursive: true }));

const make = (work = async () => {}) =>
  buildIfStale({ sources: [join(folder, 'src')], stamp: join(folder, 'stamp') }, async () => {
    runs += 1;
    await work();
  });

test('builds a product once, and again if a file deep in a source changes or is removed', async () => {
  expect(await make()).toBe(true);
  expect(await make()).toBe(false);
  await sleep(5);
  writeFileSync(join(folder, 'src/deep/a.ts'), '2');
  expect(await make()).toBe(true);
  await sleep(5);
  rmSync(join(folder, 'src/deep/a.ts'));
  expect(await make()).toBe(true);
  expect(runs).toBe(3);
});

test('treats a product as stale after a change during its build', async () => {
  await make(async () => {
    writeFileSync(join(folder, 'src/deep/b.ts'), '1');
  });
  expect(await make()).toBe(true);
});

test('treats a product as stale after a failed build', async () => {
  await expect(make(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await make()).toBe(true);
});
