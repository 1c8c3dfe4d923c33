import fs, {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, type List, type Lists, TamisError } from '@tamis/client';
import { afterEach, expect, it } from 'vitest';
import { readJson, writeJson } from './json-file.ts';
import { ResultExistsError, verifyFile } from './verify.ts';

const folder = mkdtempSync(join(tmpdir(), 'tamis-verify-'));
const file = join(folder, 'customers.csv');
const output = join(folder, 'result.csv');
writeFileSync(file, 'ada@customer.test\n');
afterEach(() => {
  for (const made of [output, `${output}.run.json`]) rmSync(made, { force: true });
});

/**
 * Creates a client whose uploads fail with these error codes in turn; `undefined` succeeds. Also
 * returns the idempotency keys of the uploads.
 */
function createFakeClient(...failures: readonly (string | undefined)[]) {
  const keys: (string | undefined)[] = [];
  const lists: Pick<Lists, 'upload' | 'waitFor' | 'download'> = {
    upload: async (_, { idempotencyKey }) => {
      const code = failures[keys.length];
      keys.push(idempotencyKey);
      if (code !== undefined) throw new TamisError({ status: 0, code });
      return { id: 'l1' } as List;
    },
    waitFor: async () => ({ id: 'l1' }) as List,
    download: async () => new Response('the result'),
  };
  return { client: { lists } as Client, keys };
}
const options = { output, onProgress: () => undefined };

it('reuses the idempotency key of an interrupted upload, unless the options changed', async () => {
  const { client, keys } = createFakeClient('unreachable', 'unreachable');
  await expect(verifyFile(client, file, options)).rejects.toThrow('unreachable');
  await expect(verifyFile(client, file, { ...options, name: 'May' })).rejects.toThrow(
    'unreachable',
  );
  await verifyFile(client, file, { ...options, name: 'May' });
  await verifyFile(client, file, { ...options, name: 'May', again: true });
  expect(keys[1]).not.toBe(keys[0]);
  expect(keys[2]).toBe(keys[1]);
  expect(new Set(keys).size).toBe(3);
  expect(readFileSync(output, 'utf8')).toBe('the result');
  expect(existsSync(`${output}.run.json`)).toBe(false);
});

it('replaces the stored key atomically', async () => {
  const { client, keys } = createFakeClient('unreachable', 'unreachable');
  await expect(verifyFile(client, file, options)).rejects.toThrow('unreachable');
  const stored = openSync(`${output}.run.json`, 'r');
  await expect(verifyFile(client, file, { ...options, name: 'May' })).rejects.toThrow(
    'unreachable',
  );
  expect(JSON.parse(readFileSync(stored, 'utf8'))).toMatchObject({ key: keys[0] });
  closeSync(stored);
});

it('replaces a file even while the same command writes it in another terminal', () => {
  const target = `${output}.run.json`;
  const { renameSync } = fs;
  const setRename = (rename: typeof renameSync): void => {
    fs.renameSync = rename;
    syncBuiltinESMExports();
  };
  setRename((...args) => {
    setRename(renameSync);
    writeJson(target, 'other');
    renameSync(...args);
  });
  writeJson(target, 'own');
  expect(readJson(target)).toBe('own');
  expect(readdirSync(folder).join()).not.toContain('.part');
});

it('uses a new idempotency key if the earlier list was deleted', async () => {
  const { client, keys } = createFakeClient('unreachable', 'request_reused');
  await expect(verifyFile(client, file, options)).rejects.toThrow('unreachable');
  await verifyFile(client, file, options);
  expect(keys).toEqual([keys[0], keys[0], expect.not.stringMatching(String(keys[0]))]);
});

it.each([
  [0, false, 2],
  [5, false, 1],
  [5, true, 2],
])(
  'uploads the file again if the earlier list was canceled: %i credits charged, again %j',
  async (credits_charged, again, uploads) => {
    const { client, keys } = createFakeClient();
    const { waitFor } = client.lists;
    client.lists.waitFor = async (_, { onProgress } = {}) => {
      onProgress?.({ id: 'l1', state: 'cancelled', credits_charged } as List);
      throw new TamisError({ status: 200, code: 'list_canceled' });
    };
    await expect(verifyFile(client, file, { ...options, again })).rejects.toThrow('list_canceled');
    client.lists.waitFor = waitFor;
    await verifyFile(client, file, options);
    expect(new Set(keys).size).toBe(uploads);
  },
);

it('verifies a file again that has a result only with --again or a confirmation', async () => {
  const { client, keys } = createFakeClient();
  await verifyFile(client, file, options);
  await expect(verifyFile(client, file, options)).rejects.toThrow(ResultExistsError);
  const confirmAgain = async () => false;
  await expect(verifyFile(client, file, { ...options, confirmAgain })).rejects.toThrow('--again');
  expect(keys).toHaveLength(1);
  await verifyFile(client, file, { ...options, confirmAgain: async () => true });
  await verifyFile(client, file, { ...options, again: true });
  const later = new Date(Date.UTC(2027, 0, 14));
  utimesSync(file, later, later);
  await verifyFile(client, file, options);
  expect(new Set(keys).size).toBe(4);
});

it('succeeds in two terminals that run the same command, whichever saves the result first', async () => {
  const { client, keys } = createFakeClient();
  const first = Promise.withResolvers<unknown>();
  let downloads = 0;
  client.lists.download = async () => {
    downloads += 1;
    if (downloads === 1) return new Response('the result');
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      await first.promise;
      controller.enqueue(new TextEncoder().encode('the result'));
      controller.close();
    };
    return new Response(new ReadableStream({ pull }));
  };
  const runs = [verifyFile(client, file, options), verifyFile(client, file, options)] as const;
  await Promise.race(runs);
  expect(readFileSync(output, 'utf8')).toBe('the result');
  first.resolve(undefined);
  await Promise.all(runs);
  expect(new Set(keys).size).toBe(1);
  expect(readFileSync(output, 'utf8')).toBe('the result');
  expect(readdirSync(folder).toSorted()).toEqual(['customers.csv', 'result.csv']);
});
