import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useFileClock } from '../../../tests/support/file-clock.ts';
import type { FunctionSpec } from '../cloud/functions.ts';
import type { FunctionRunner } from '../lambda/runner.ts';
import { buildWhenCalled } from './build-when-called.ts';
import { mtimeFloor } from './stale.ts';

useFileClock();

/** Folder with the functions `a` and `b`, each built from its own file and a shared file. */
let folder: string;
let start: (watch: boolean) => void;
let invoke: FunctionRunner['invoke'];
let events: string[];
let failing: boolean;

const write = (name: string): void => writeFileSync(join(folder, name), '');
/** Writes a file, with pauses so that its mtime differs from that of any other write. */
const save = async (name: string): Promise<void> => {
  await sleep(40);
  write(name);
  await sleep(40);
};

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'build-'));
  ['a.ts', 'b.ts', 'shared.ts'].forEach(write);
  await sleep(40);
  events = [];
  failing = false;
  const specs = new Map(
    ['a', 'b'].map((name) => [
      `tamis-${name}`,
      { file: join('dist/functions', name, 'index.mjs') } as FunctionSpec,
    ]),
  );
  const runner: FunctionRunner = {
    invoke: async (name) => events.push(`run ${name}`),
    reload: (name) => events.push(`reload ${name}`),
    stop() {},
  };
  start = (watch) => {
    invoke = buildWhenCalled(runner, specs, {
      watch,
      onBuilt() {},
      async build(place) {
        const bundle = basename(place);
        events.push(`build ${bundle}`);
        if (failing) throw new Error('does not compile');
        readFileSync(join(folder, `${bundle}.ts`));
        const sources = [join(folder, `${bundle}.ts`), join(folder, 'shared.ts')];
        return { sources, madeAt: mtimeFloor(Date.now()) };
      },
    });
  };
  start(true);
});
afterEach(() => rmSync(folder, { recursive: true }));

const call = async (name: string): Promise<string[]> => {
  events = [];
  await invoke(`tamis-${name}`, {});
  return events;
};
const BUILT_A = ['build a', 'reload tamis-a', 'run tamis-a'];
const BUILT_B = ['build b', 'reload tamis-b', 'run tamis-b'];

test('builds a function at its first call, and again if one of its sources has changed', async () => {
  expect(await call('a')).toEqual(BUILT_A);
  expect(await call('a')).toEqual(['run tamis-a']);
  expect(await call('b')).toEqual(BUILT_B);
  await save('b.ts');
  expect(await call('a')).toEqual(['run tamis-a']);
  expect(await call('b')).toEqual(BUILT_B);
  await save('shared.ts');
  expect(await call('a')).toEqual(BUILT_A);
  expect(await call('b')).toEqual(BUILT_B);
  rmSync(join(folder, 'shared.ts'));
  expect(await call('a')).toEqual(BUILT_A);
});

test('builds a function once if it does not watch', async () => {
  start(false);
  expect(await call('a')).toEqual(BUILT_A);
  await save('a.ts');
  expect(await call('a')).toEqual(['run tamis-a']);
});

test('builds once for concurrent calls', async () => {
  await Promise.all([1, 2, 3].map(() => invoke('tamis-a', {})));
  expect(events).toEqual([...BUILT_A, 'run tamis-a', 'run tamis-a']);
});

test('fails the call if the code does not compile, and rebuilds it at the next call', async () => {
  failing = true;
  await expect(invoke('tamis-a', {})).rejects.toThrow('does not compile');
  failing = false;
  expect(await call('a')).toEqual(BUILT_A);
});
