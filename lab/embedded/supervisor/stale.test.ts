import {
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withLock } from './lock.ts';
import { buildIfStale } from './stale.ts';

let folder: string;
let runs: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stale-'));
  mkdirSync(join(folder, 'src/deep'), { recursive: true });
  writeFileSync(join(folder, 'src/deep/a.ts'), '1');
  writeFileSync(join(folder, 'package-lock.json'), '{}');
  const past = new Date(Date.now() - 60_000);
  for (const path of ['src/deep/a.ts', 'src/deep', 'src'])
    utimesSync(join(folder, path), past, past);
  runs = 0;
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const make = (work = async () => {}, parameters?: string) =>
  buildIfStale(
    {
      sources: [join(folder, 'src'), join(folder, 'package-lock.json')],
      stamp: join(folder, 'stamp'),
      ...(parameters !== undefined && { parameters }),
    },
    async () => {
      runs += 1;
      await work();
    },
  );

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

test('reuses a product if its sources only have a new modification time, as after a checkout', async () => {
  await make();
  utimesSync(join(folder, 'src/deep/a.ts'), new Date(), new Date());
  expect(await make()).toBe(false);
});

test('builds a product again for another stage, dependency or version of Node', async () => {
  await make(undefined, 'local');
  expect(await make(undefined, 'local')).toBe(false);
  expect(await make(undefined, 'dev')).toBe(true);

  writeFileSync(join(folder, 'package-lock.json'), '{"packages":{}}');
  expect(await make(undefined, 'dev')).toBe(true);

  vi.spyOn(process, 'version', 'get').mockReturnValue('v99.0.0');
  expect(await make(undefined, 'dev')).toBe(true);
  expect(await make(undefined, 'dev')).toBe(false);
});

test('does not reuse a product of an interrupted build, even for the previous sources', async () => {
  await make();
  writeFileSync(join(folder, 'src/deep/a.ts'), '2');
  await expect(make(() => Promise.reject(new Error('killed')))).rejects.toThrow('killed');
  writeFileSync(join(folder, 'src/deep/a.ts'), '1');
  expect(await make()).toBe(true);
});

test('does not reuse a product whose stamp was written incompletely', async () => {
  await make();
  const stamp = join(folder, 'stamp');
  truncateSync(stamp, statSync(stamp).size / 2);
  expect(await make()).toBe(true);
});

test('builds a product once for concurrent callers', async () => {
  const inLock = () => withLock(join(folder, 'lock'), () => make(() => sleep(20)));
  const built = await Promise.all([inLock(), inLock(), inLock()]);
  expect(built.filter(Boolean)).toHaveLength(1);
  expect(runs).toBe(1);
});

test('treats a product as stale after a failed build', async () => {
  await expect(make(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await make()).toBe(true);
});
